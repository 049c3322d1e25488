/**
 * Removes the ARIA attributes of the drag library: it announces a draggable element as a button with instructions for
 * keys that do not exist here. A block contains links and texts, so it is a group; an item in the block list is a
 * button that inserts.
 */
export function tidyDragAttributes(
  root: Element,
  { isGroup = false }: { readonly isGroup?: boolean } = {},
): () => void {
  const names = ['aria-describedby', 'aria-roledescription', 'aria-grabbed', 'aria-pressed', 'aria-disabled']
  const tidy = () => {
    const dragged = isGroup ? [root] : root.querySelectorAll('[data-puck-drawer-item]')
    for (const element of dragged)
      for (const name of names) if (element.hasAttribute(name)) element.removeAttribute(name)
  }
  const observer = new MutationObserver(tidy)
  observer.observe(root, { attributes: true, attributeFilter: names, subtree: !isGroup })
  tidy()
  return () => observer.disconnect()
}
