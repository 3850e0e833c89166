/** Keeps the addresses that filters lead to short: a field that says nothing does not stand in them. */
export function enhanceAddresses(root: ParentNode): void {
  for (const form of root.querySelectorAll<HTMLFormElement>('form[method="get"]')) {
    form.addEventListener('formdata', ({ formData }) => {
      for (const [name, value] of [...formData]) if (value === '') formData.delete(name)
    })
  }
}
