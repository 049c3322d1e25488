/** Calls back once, when the element comes within 200 px (or `rootMargin`) of the window. */
export function whenVisible(element: Element, callback: () => void, rootMargin = '200px'): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      callback()
    },
    { rootMargin },
  )
  observer.observe(element)
}
