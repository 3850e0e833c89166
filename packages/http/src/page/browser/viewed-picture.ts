/** What a list of pictures says of each, as JSON in `data-picture` of the link to its page. */
export interface ViewedPicture {
  title: string
  /** The file itself. */
  url: string
  pageUrl: string
  thumbnailUrl: string
  /** What is shown of it before one looks closer. */
  shownUrl: string
  /** Where the file is sent to be kept. */
  downloadUrl: string
  /** In pixels. */
  width: number
  height: number
}

/** The picture that a link leads to. */
export function pictureOf(link: HTMLAnchorElement): ViewedPicture {
  return JSON.parse(link.dataset.picture ?? '') as ViewedPicture
}
