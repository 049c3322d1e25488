import { prefersReducedMotion } from '../../platform/web/client/motion.client.ts'
import { placeOf } from '../../platform/web/client/place-of.client.ts'
import { type Item, itemOf, setOf } from './lightbox-items.client.ts'

const SLIDE_MS = 5000
const MAX_THUMBNAILS = 30
/** A horizontal swipe of this many px changes the picture. */
const SWIPE_PX = 40
const FAILED = 'Image cannot be loaded. Make sure the path is correct and image exist.'

/** Static: no data of the page is inserted as HTML. */
const markup = `
  <div class="pp_overlay"></div>
  <div class="pp_pic_holder">
    <p class="ppt"></p>
    <div class="pp_content">
      <p class="pp_loaderIcon" role="status">Loading…</p>
      <div id="pp_full_res"></div>
      <div class="pp_hoverContainer">
        <button type="button" class="pp_previous" aria-label="Previous"></button>
        <button type="button" class="pp_next" aria-label="Next"></button>
      </div>
      <button type="button" class="pp_expand" aria-label="Show it in full size" aria-pressed="false" hidden></button>
    </div>
    <div class="pp_details">
      <p class="pp_description"></p>
      <div class="pp_nav">
        <button type="button" class="pp_play">Play</button>
        <p class="currentTextHolder" aria-live="polite"></p>
      </div>
      <button type="button" class="pp_close">Close</button>
    </div>
    <ul class="pp_gallery"></ul>
  </div>`

/** Opens the link together with its set (PORT-02). False if the URL cannot be shown. */
export function openLightbox(link: HTMLAnchorElement): boolean {
  if (document.querySelector('.pp_overlay')) return true
  const links = setOf(link)
  const items = links.flatMap((one) => itemOf(one) ?? [])
  if (!itemOf(link)) return false
  new Lightbox(items, links.indexOf(link)).open()
  return true
}

class Lightbox {
  readonly #dialog = document.createElement('dialog')
  readonly #items: readonly Item[]
  #index: number
  #timer: ReturnType<typeof setInterval> | undefined

  constructor(items: readonly Item[], index: number) {
    this.#items = items
    this.#index = index
    this.#dialog.className = 'pp_dialog'
    this.#dialog.setAttribute('aria-label', 'Lightbox')
    // Neither Escape nor a click outside closes it (PORT-05).
    this.#dialog.setAttribute('closedby', 'none')
    this.#dialog.innerHTML = markup
    this.#part('.pp_hoverContainer').hidden = items.length < 2
    this.#part('.pp_nav').hidden = items.length < 2
    this.#part('.pp_play').hidden = prefersReducedMotion()
  }

  open(): void {
    this.#on('.pp_close', () => this.#dialog.close())
    this.#on('.pp_next', () => this.#turn(1))
    this.#on('.pp_previous', () => this.#turn(-1))
    this.#on('.pp_play', () => this.#play(this.#timer === undefined))
    this.#on('.pp_expand', () => this.#expand(!this.#part('.pp_content').classList.contains('pp_contract')))
    this.#dialog.addEventListener('cancel', (event) => event.preventDefault())
    // On the document, because a click on the picture leaves no focus in the dialog.
    const press = (event: KeyboardEvent) => this.#press(event)
    addEventListener('keydown', press)
    this.#dialog.addEventListener('close', () => {
      removeEventListener('keydown', press)
      this.#play(false)
      this.#dialog.remove()
    })
    this.#followFinger()
    this.#addThumbnails()
    document.body.append(this.#dialog)
    this.#dialog.showModal()
    this.#part('.pp_close').focus()
    this.#show()
  }

  #part(selector: string): HTMLElement {
    return this.#dialog.querySelector(selector) as HTMLElement
  }

  #on(selector: string, act: () => void): void {
    this.#part(selector).addEventListener('click', act)
  }

  #press(event: KeyboardEvent): void {
    // Chromium closes a dialog at the second Escape, even if `cancel` was prevented.
    if (event.key === 'Escape') event.preventDefault()
    const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select, video')
    if (isTyping || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowRight') this.#turn(1)
    if (event.key === 'ArrowLeft') this.#turn(-1)
  }

  /** Wraps from the last picture to the first, but not from the first to the last (PORT-04). */
  #turn(by: 1 | -1): void {
    const index = (this.#index + by) % this.#items.length
    if (index < 0 || this.#items.length < 2) return
    this.#index = index
    this.#show()
  }

  #play(isOn: boolean): void {
    clearInterval(this.#timer)
    this.#timer = isOn ? setInterval(() => this.#turn(1), SLIDE_MS) : undefined
    const button = this.#part('.pp_play, .pp_pause')
    button.className = isOn ? 'pp_pause' : 'pp_play'
    button.textContent = isOn ? 'Pause' : 'Play'
    // A running slide show is not announced.
    this.#part('.currentTextHolder').ariaLive = isOn ? 'off' : 'polite'
  }

  #show(): void {
    const item = this.#items[this.#index] as Item
    this.#part('.ppt').textContent = item.title
    this.#part('.pp_description').textContent = item.description
    this.#part('.currentTextHolder').textContent = `${this.#index + 1}/${this.#items.length}`
    this.#part('.pp_previous').setAttribute('aria-disabled', `${this.#index === 0}`)
    for (const [index, thumbnail] of [...this.#part('.pp_gallery').querySelectorAll('button')].entries())
      thumbnail.setAttribute('aria-current', `${index === this.#index}`)
    this.#expand(false)
    this.#part('.pp_expand').hidden = true
    const { style } = this.#part('.pp_content')
    style.setProperty('--width', item.width)
    style.setProperty('--height', item.height)
    const isImage = item.kind === 'image'
    this.#part('.pp_loaderIcon').hidden = !isImage
    this.#part('#pp_full_res').replaceChildren(...(isImage ? [] : [elementOf(item)]))
    if (isImage) this.#loadImage(item)
  }

  #loadImage(item: Item): void {
    const image = Object.assign(new Image(), { id: 'fullResImage', alt: item.title })
    const isCurrent = () => this.#dialog.open && this.#items[this.#index] === item
    image.onload = () => {
      if (!isCurrent()) return
      const { style } = this.#part('.pp_content')
      style.setProperty('--width', `${image.naturalWidth}px`)
      style.setProperty('--height', `${image.naturalHeight}px`)
      style.setProperty('--ratio', `${image.naturalWidth / image.naturalHeight}`)
      this.#part('.pp_loaderIcon').hidden = true
      this.#part('#pp_full_res').replaceChildren(image)
      this.#part('.pp_expand').hidden = image.clientWidth >= image.naturalWidth
    }
    image.onerror = () => {
      if (!isCurrent()) return
      this.#play(false)
      alert(FAILED)
      this.#dialog.close()
    }
    image.src = item.href
  }

  /** At full size the picture scrolls. */
  #expand(isOn: boolean): void {
    this.#part('.pp_content').classList.toggle('pp_contract', isOn)
    this.#part('.pp_expand').setAttribute('aria-pressed', `${isOn}`)
    const shown = this.#part('#pp_full_res')
    if (isOn) shown.tabIndex = 0
    else shown.removeAttribute('tabindex')
  }

  #addThumbnails(): void {
    const items = this.#items.length > 1 && this.#items.length <= MAX_THUMBNAILS ? this.#items : []
    const thumbnails = items.map((item, index) => {
      const button = Object.assign(document.createElement('button'), { type: 'button', ariaLabel: `Show ${index + 1}` })
      if (item.thumbnail) button.append(Object.assign(new Image(), { src: item.thumbnail, alt: '', width: 50 }))
      else button.textContent = `${index + 1}`
      button.addEventListener('click', () => {
        this.#index = index
        this.#show()
      })
      const place = document.createElement('li')
      place.append(button)
      return place
    })
    this.#part('.pp_gallery').replaceChildren(...thumbnails)
    this.#part('.pp_gallery').hidden = thumbnails.length === 0
  }

  #followFinger(): void {
    let from = 0
    const content = this.#part('.pp_content')
    content.addEventListener('touchstart', ({ touches }) => (from = touches[0]?.clientX ?? 0), { passive: true })
    content.addEventListener('touchend', ({ changedTouches }) => {
      const moved = (changedTouches[0]?.clientX ?? from) - from
      if (Math.abs(moved) >= SWIPE_PX && !content.classList.contains('pp_contract')) this.#turn(moved < 0 ? 1 : -1)
    })
  }
}

function elementOf({ kind, href, title }: Item): HTMLElement {
  if (kind === 'video')
    return Object.assign(document.createElement('video'), { src: href, controls: true, ariaLabel: title || 'Video' })
  if (kind === 'frame')
    return Object.assign(document.createElement('iframe'), {
      src: href,
      title: title || 'Video',
      allowFullscreen: true,
    })
  const inline = document.createElement('div')
  inline.className = 'pp_inline'
  const copy = placeOf(new URL(href).hash.slice(1))?.cloneNode(true) as HTMLElement | undefined
  if (!copy) return inline
  // Removes duplicate ids, and shows content that the page hides.
  for (const element of [copy, ...copy.querySelectorAll('[id]')]) element.removeAttribute('id')
  copy.hidden = false
  copy.style.display = 'block'
  inline.tabIndex = 0
  inline.append(copy)
  return inline
}
