export const uploadMessages = {
  upload: {
    title: 'Upload',
    limits: (types: readonly string[], size: string) => `${types.join(', ')}, up to ${size} each.`,
    choose: 'Choose images',
    dropHint: 'or drop them anywhere on this page, or paste them',
    noAlbum: 'No album',
    noCategory: 'No category takes uploads',
    noCategoryHint: 'Every image belongs to a category. Ask an administrator to enable one.',
    start: 'Upload',
    startMany: 'Upload # images',
    progress: 'Progress',
    waiting: 'Waiting',
    done: 'Uploaded',
    duplicate: 'Already there: see it',
    connectionLost: 'The connection was lost. Try again.',
    tooLarge: 'This file is too large.',
    notAnImage: 'This file is not an image, and is left out.',
  },
}

export const uploadNotices = {
  uploaded: (_about: string) => 'Uploaded.',
  uploadDuplicate: (_about: string) => 'You had uploaded this file before: here it is.',
  uploadOfSomebodyElse: (_about: string) =>
    'Somebody else has uploaded this file before. The image stays theirs, and has a public page.',
}
