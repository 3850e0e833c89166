export const linksMessages = {
  link: {
    title: 'Links that stay',
    lead: 'A link keeps its name while the image that it leads to changes.',
    name: 'Name',
    nameHint: '3 to 64 of a to z, 0 to 9 and -.',
    image: 'Image',
    imageHint: 'Its id or any of its links.',
    set: 'Set link',
    empty: 'No links yet',
    emptyHint: 'Give one a name above, and the image that it leads to.',
    address: 'Address',
    leadsTo: 'leads to',
    gone: 'its image is gone, so that it leads nowhere',
    history: 'History',
    now: 'now',
    restore: 'Lead here again',
    end: 'End',
    endQuestion: 'The address is not found any more. Its name stays yours.',
    endThis: 'End this link',
    ended: 'ended',
    resume: 'Lead there again',
  },
}

export const linksNotices = {
  linkSet: (about: string) => `The link “${about}” leads to that image now.`,
  linkEnded: (about: string) => `The link “${about}” has ended.`,
}
