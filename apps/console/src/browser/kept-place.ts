const storageKey = 'kept-place'

/** After a form was sent its page stands where it was left, unless the answer leads to another place. */
export function enhancePlace(root: ParentNode): void {
  const left = sessionStorage.getItem(storageKey)
  sessionStorage.removeItem(storageKey)
  const [address, top] = left?.split(' ') ?? []
  if (address === pageAddress() && location.hash === '') scrollTo(0, Number(top))
  for (const form of root.querySelectorAll('form[method="post"]')) {
    form.addEventListener('submit', () => sessionStorage.setItem(storageKey, `${pageAddress()} ${scrollY}`))
  }
}

const pageAddress = () => location.pathname + location.search
