export const albumsMessages = {
  album: {
    title: 'Albums',
    lead: 'Group images, and show a group to others by a link if you want.',
    newName: 'New album',
    name: 'Name',
    add: 'Create',
    empty: 'No albums yet',
    emptyHint: 'Give the first one a name above, then select images in the gallery and move them into it.',
    isPublic: 'public by link',
    publicLink: 'Public link',
    publish: 'Make public',
    unpublish: 'Make private',
    deleteQuestion: 'The album goes; its images stay in the gallery.',
    deleteThis: 'Delete the album',
  },
}

export const albumsNotices = {
  albumAdded: (about: string) => `The album “${about}” is there. Select images in the gallery to fill it.`,
  albumPublished: (about: string) => `“${about}” has a public page. Everyone who has its link can see it.`,
  albumHidden: (about: string) => `“${about}” has no public page any more, and its old link is dead.`,
  albumDeleted: (about: string) => `The album “${about}” is deleted. Its images are still in the gallery.`,
  albumRestored: (about: string) => `The album “${about}” is back, without a public page.`,
}
