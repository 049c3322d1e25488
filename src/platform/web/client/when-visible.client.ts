/** Calls back once, when the element comes within 200 px of the window. */
export function whenVisible(element: Element, callback: () => void): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      callback()
    },
    { rootMargin: '200px' },
  )
  observer.observe(element)
}
