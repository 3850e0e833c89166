/** Four symbols in a square: the mark of the text face. */
export const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#a5342b"/><g fill="#fffaf7"><circle cx="11" cy="11" r="3.6"/><rect x="17.6" y="7.4" width="7.2" height="7.2" rx="1"/><path d="M11 17.2l4 7.2H7z"/><path d="M21.2 17.2l3.9 3.9-3.9 3.9-3.9-3.9z"/></g></svg>`
