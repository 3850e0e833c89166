/** Facts about a picture in a list, as JSON in `data-picture` of the link to its page. */
export interface ViewedPicture {
  title: string
  /** The file itself. */
  url: string
  pageUrl: string
  thumbnailUrl: string
  /** The address of a smaller picture, which is shown first. */
  shownUrl: string
  /** The address that downloads the file. */
  downloadUrl: string
  /** Whether it may need a checkerboard behind it. */
  mayBeTransparent: boolean
  /** In pixels. */
  width: number
  height: number
}

/** The picture that a link leads to. */
export function pictureOf(link: HTMLAnchorElement): ViewedPicture {
  return JSON.parse(link.dataset.picture ?? '') as ViewedPicture
}
