/** An import of a picture is the path of its file, also in one executable. */
declare module '*.png' {
  const path: string
  export default path
}
