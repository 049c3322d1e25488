import type { IslandName, WakeOn } from '../island-names.ts'

const touches = ['pointerdown', 'focusin', 'pointerover'] as const

/** Brings each island to life when its moment has come. React is fetched then and not before. */
export function wakeIslands(): void {
  for (const element of document.querySelectorAll<HTMLElement>('samovar-island')) watch(element)
}

function watch(element: HTMLElement): void {
  let woken: Promise<void> | undefined
  const wake = () => {
    woken ??= hydrate(element)
    return woken
  }
  const begin = () => void wake()
  const on = element.dataset.on as WakeOn
  if (on === 'load') void wake()
  if (on === 'idle') whenIdle(begin)
  if (on === 'visible') whenVisible(element, begin)

  for (const touch of touches) element.addEventListener(touch, begin, { once: true, passive: true })
  replayClicks(element, wake)
}

async function hydrate(element: HTMLElement): Promise<void> {
  // Both at once: on a slow line one trip less.
  const [{ hydrateIsland }, component] = await Promise.all([
    import('./hydrate.ts'),
    import('./islands.ts').then(({ islands }) => islands[element.dataset.island as IslandName]()),
  ])
  await hydrateIsland(element, component)
  element.dataset.awake = ''
}

/** A click that comes before the island is awake is held back and done again once it is; a slow line loses nothing. */
function replayClicks(element: HTMLElement, wake: () => Promise<void>): void {
  element.addEventListener(
    'click',
    (event) => {
      if ('awake' in element.dataset || !(event.target instanceof Element)) return
      const control = event.target.closest<HTMLElement>('button')
      if (!control) return
      event.preventDefault()
      event.stopPropagation()
      control.classList.add('loading')
      const goOn = () => {
        control.classList.remove('loading')
        control.click()
      }
      wake().then(goOn, () => {
        // Without the island the page works as it was sent: the form is posted.
        element.dataset.awake = ''
        goOn()
      })
    },
    { capture: true },
  )
}

function whenIdle(wake: () => void): void {
  const soon = () =>
    'requestIdleCallback' in window ? requestIdleCallback(wake, { timeout: 2000 }) : setTimeout(wake, 200)
  if (document.readyState === 'complete') soon()
  else addEventListener('load', soon, { once: true })
}

/** Calls `wake` once when the element is about to come into view. */
export function whenVisible(element: HTMLElement, wake: () => void): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      wake()
    },
    { rootMargin: '200px' },
  )
  // The island itself has no box of its own (display: contents), what is in it has.
  observer.observe(element.firstElementChild ?? element)
}
