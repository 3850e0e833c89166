/** Files that are imported `with { type: 'text' }`. */
declare module '*.css' {
  const text: string
  export default text
}
declare module '*.svg' {
  const text: string
  export default text
}
