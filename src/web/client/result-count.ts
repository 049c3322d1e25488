/** Says how the listing is sorted once more, two seconds after it has loaded, for those who hear the page (CAT-02). */
const ANNOUNCE_MS = 2000

for (const count of document.querySelectorAll<HTMLElement>('.woocommerce-result-count[data-is-sorted-by]')) {
  setTimeout(() => {
    const text = count.innerHTML
    count.textContent = ''
    // A live region speaks when its text changes, so it is taken out and put back.
    requestAnimationFrame(() => {
      count.innerHTML = text
    })
  }, ANNOUNCE_MS)
}

export {}
