import type { Page } from 'playwright-core'

/** Drops or pastes files as a person would. */
export async function giveFiles(
  page: Page,
  how: 'drop' | 'paste',
  files: readonly { name: string; bytes: Uint8Array }[],
): Promise<void> {
  const sent = files.map(({ name, bytes }) => ({ name, bytes: [...bytes] }))
  await page.evaluate(
    ([kind, files]) => {
      const data = new DataTransfer()
      for (const { name, bytes } of files) {
        data.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/png' }))
      }
      const event =
        kind === 'drop'
          ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
          : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
      document.body.dispatchEvent(event)
    },
    [how, sent] as const,
  )
}
