const names = ['aria-describedby', 'aria-roledescription', 'aria-grabbed', 'aria-pressed', 'aria-disabled']

/**
 * Removes the ARIA attributes of the drag library from an element, or from those in it: it announces a draggable element
 * as a button with instructions for keys that do not exist here. A block contains links and texts, so it is a group; an
 * item in the block list is a button that inserts.
 */
export function tidyDragAttributes(root: Element, selector?: string): () => void {
  const tidy = () => {
    for (const element of selector ? root.querySelectorAll(selector) : [root])
      for (const name of names) element.removeAttribute(name)
  }
  const observer = new MutationObserver(tidy)
  observer.observe(root, { attributes: true, attributeFilter: names, subtree: selector !== undefined })
  tidy()
  return () => observer.disconnect()
}
