/** Thumbnails move the strip of pictures; the strip tells which one is in view. Without it they are links to pictures. */
const gallery = document.querySelector<HTMLElement>('.woocommerce-product-gallery')
const strip = gallery?.querySelector<HTMLElement>('.woocommerce-product-gallery__wrapper')
const thumbs = [...(gallery?.querySelectorAll<HTMLAnchorElement>('[data-thumb-for]') ?? [])]

if (gallery && strip && thumbs.length > 0) {
  const mark = (id: string) => {
    for (const thumb of thumbs) {
      if (thumb.dataset.thumbFor === id) thumb.setAttribute('aria-current', 'true')
      else thumb.removeAttribute('aria-current')
    }
  }
  for (const thumb of thumbs) {
    thumb.addEventListener('click', (event) => {
      const picture = document.getElementById(thumb.dataset.thumbFor ?? '')
      if (!picture) return
      event.preventDefault()
      const calm = matchMedia('(prefers-reduced-motion: reduce)').matches
      strip.scrollTo({ left: picture.offsetLeft - strip.offsetLeft, behavior: calm ? 'auto' : 'smooth' })
      mark(picture.id)
    })
  }
  const observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) if (entry.isIntersecting) mark(entry.target.id)
    },
    { root: strip, threshold: 0.6 },
  )
  for (const picture of strip.children) observer.observe(picture)
}

export {}
