/** The files of a drop and of its folders. Call it during the event. */
async function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  // The browser clears both lists after the event, so they are read before the first `await`.
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry())
  const files = [...transfer.files]
  if (!entries.some((entry) => entry?.isDirectory)) return files
  const found = await Promise.all(entries.map((entry) => (entry === null ? [] : filesOf(entry))))
  return imagesOfFolder(found.flat())
}

/** The images of a folder; its other files are skipped. */
export const imagesOfFolder = (files: Iterable<File>): File[] =>
  [...files].filter(({ type }) => type.startsWith('image/'))

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (isFile(entry)) return [await new Promise<File>((resolve, reject) => entry.file(resolve, reject))]
  if (!isDirectory(entry)) return []
  const reader = entry.createReader()
  const files: File[] = []
  for (;;) {
    // Each call returns up to a hundred entries, and none at the end.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (entries.length === 0) return files
    for (const each of entries) files.push(...(await filesOf(each)))
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isDirectory = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** Passes on files when the user chooses them. */
export function acceptChosen(input: HTMLInputElement, add: (files: Iterable<File>) => void): void {
  input.addEventListener('change', () => {
    add([...(input.files ?? [])])
    input.value = ''
  })
}

/** A page that takes files. */
interface FileTarget {
  /** Called when files are dragged over the page (`true`) and when they leave it or are dropped. */
  onOver: (isOver: boolean) => void
  add: (files: Iterable<File>) => void
}

/** Accepts files that are dropped anywhere on the page, or pasted without text. */
export function acceptFiles({ onOver, add }: FileTarget): void {
  const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
  document.addEventListener('dragover', (event) => {
    if (!carriesFiles(event)) return
    event.preventDefault()
    onOver(true)
  })
  document.addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) onOver(false)
  })
  document.addEventListener('drop', (event) => {
    onOver(false)
    if (event.dataTransfer === null || !carriesFiles(event)) return
    event.preventDefault()
    droppedFiles(event.dataTransfer).then(add).catch(reportError)
  })
  document.addEventListener('paste', ({ clipboardData, target }) => {
    const isText = clipboardData?.types.includes('text/plain') ?? false
    const isInField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
    if (clipboardData && !(isText && isInField)) add(clipboardData.files)
  })
}
