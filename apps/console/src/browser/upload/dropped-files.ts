/** The files of a drop, with those in its folders. The drop must still be going on when this is called. */
async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  // Both lists are gone once the event is over, so that they are read before anything is waited for.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry())
  const files = [...transfer.files]
  if (!entries.some((entry) => entry?.isDirectory)) return files
  const found = await Promise.all(entries.map((entry) => (entry === null ? [] : filesOf(entry))))
  return imagesOfFolder(found.flat())
}

/** What a folder holds besides images was not meant. */
export const imagesOfFolder = (files: Iterable<File>): File[] =>
  [...files].filter(({ type }) => type.startsWith('image/'))

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (isFile(entry)) return [await new Promise<File>((resolve, reject) => entry.file(resolve, reject))]
  if (!isDirectory(entry)) return []
  const reader = entry.createReader()
  const files: File[] = []
  for (;;) {
    // A hundred at a time at most; none when all have come.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (entries.length === 0) return files
    for (const each of entries) files.push(...(await filesOf(each)))
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

interface FileTarget {
  /** Shown while files are held over the page. */
  overlay: HTMLElement
  add: (files: Iterable<File>) => void
  onLost: (error: unknown) => void
}

/** Files may be dropped anywhere on any page, and pasted where no text is pasted. */
export function acceptFiles({ overlay, add, onLost }: FileTarget): void {
  const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
  document.addEventListener('dragover', (event) => {
    if (!carriesFiles(event)) return
    event.preventDefault()
    overlay.hidden = false
  })
  document.addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) overlay.hidden = true
  })
  document.addEventListener('drop', (event) => {
    overlay.hidden = true
    if (event.dataTransfer === null || !carriesFiles(event)) return
    event.preventDefault()
    droppedFiles(event.dataTransfer).then(add, onLost)
  })
  document.addEventListener('paste', ({ clipboardData, target }) => {
    const isText = clipboardData?.types.includes('text/plain') ?? false
    const isInField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
    if (clipboardData && !(isText && isInField)) add(clipboardData.files)
  })
}
