/** A cookie that is `off` if this browser's uploads take no title from the file name. */
export const nameAsTitleCookie = 'name-as-title'
