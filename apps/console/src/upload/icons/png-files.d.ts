/** Importing a picture gives the path of its file, also in a single executable. */
declare module '*.png' {
  const path: string
  export default path
}
