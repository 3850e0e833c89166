/** The longest title of an image, in code points. */
export const mostTitleCharacters = 500
/** The longest description of an image, in code points. */
export const mostDescriptionCharacters = 10_000
