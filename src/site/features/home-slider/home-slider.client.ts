import { autoplay } from '../autoplay.client.ts'
import { makeStrip } from '../strip.client.ts'

const SLIDE_MS = 600
const AUTOPLAY_MS = 7000

/** Home page slides: the first is visible immediately, the others load in the background (SITE-05). */
export function start(element: HTMLElement): void {
  const viewport = element.querySelector<HTMLElement>('[data-viewport]')
  const position = element.querySelector('[data-position]')
  if (!viewport || !position) return
  const strip = makeStrip(viewport, SLIDE_MS, ({ index, last }) => {
    position.textContent = `${index + 1} / ${last + 1}`
  })
  const move = (by: number) => strip.show((strip.index + by + strip.last + 1) % (strip.last + 1))
  for (const button of element.querySelectorAll<HTMLElement>('[data-move]'))
    button.addEventListener('click', () => move(Number(button.dataset.move)))
  void loadPictures(element).then(() => autoplay(element, AUTOPLAY_MS, () => move(1)))
}

/** Loads the first picture, then the others, and shows the loaded percentage. */
async function loadPictures(element: HTMLElement): Promise<void> {
  const progress = element.querySelector<HTMLElement>('[role=progressbar]')
  const pictures = [...element.querySelectorAll('img')]
  let loaded = 0
  const show = () => {
    if (!progress) return
    const percent = `${Math.round((100 * loaded) / pictures.length)}`
    progress.hidden = loaded === pictures.length
    progress.ariaValueNow = percent
    progress.textContent = `${percent} %`
    progress.style.setProperty('--loaded', `${percent}%`)
  }
  const loads = pictures.map(async (picture) => {
    await settled(picture)
    loaded += 1
    show()
  })
  show()
  await loads[0]
  for (const picture of pictures) picture.loading = 'eager'
  await Promise.all(loads)
}

/** Resolves for broken pictures too. */
async function settled(picture: HTMLImageElement): Promise<void> {
  if (picture.complete) return
  await new Promise((done) => {
    for (const event of ['load', 'error']) picture.addEventListener(event, done, { once: true })
  })
}
