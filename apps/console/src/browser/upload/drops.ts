/** Files may be dropped anywhere on the page; the zone shows that they can be. */
export function acceptDrops(zone: HTMLElement, add: (files: Iterable<File>) => void): void {
  const isFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
  document.addEventListener('dragover', (event) => {
    if (!isFiles(event)) return
    event.preventDefault()
    zone.classList.add('inviting')
  })
  document.addEventListener('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) zone.classList.remove('inviting')
  })
  document.addEventListener('drop', (event) => {
    if (!isFiles(event)) return
    event.preventDefault()
    zone.classList.remove('inviting')
    add(event.dataTransfer?.files ?? [])
  })
}
