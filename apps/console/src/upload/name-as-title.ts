/** The cookie that is `off` where a browser's files keep their names for themselves. */
export const nameAsTitleCookie = 'name-as-title'
