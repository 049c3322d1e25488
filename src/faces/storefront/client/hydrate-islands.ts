import type { HydrateOn, IslandName } from '../../../platform/web/island-names.ts'

const interactionEvents = ['pointerdown', 'focusin', 'pointerover'] as const

/** Hydrates each island at its time. React is loaded only then. */
export function hydrateIslands(): void {
  for (const element of document.querySelectorAll<HTMLElement>('samovar-island')) watch(element)
}

function watch(element: HTMLElement): void {
  let hydration: Promise<void> | undefined
  const hydrateOnce = () => {
    hydration ??= hydrate(element)
    return hydration
  }
  const startHydration = () => void hydrateOnce()
  const on = element.dataset.on as HydrateOn
  if (on === 'load') void hydrateOnce()
  if (on === 'idle') whenIdle(startHydration)
  if (on === 'visible') whenVisible(element, startHydration)

  for (const interactionEvent of interactionEvents)
    element.addEventListener(interactionEvent, startHydration, { once: true, passive: true })
  replayClicks(element, hydrateOnce)
}

async function hydrate(element: HTMLElement): Promise<void> {
  // In parallel, which saves a round trip.
  const [{ hydrateIsland }, component] = await Promise.all([
    import('../../../platform/web/client/hydrate.ts'),
    import('./islands.ts').then(({ islands }) => islands[element.dataset.island as IslandName]()),
  ])
  await hydrateIsland(element, component)
  element.dataset.awake = ''
}

/** A click before hydration is deferred and replayed afterwards, so none is lost on slow connections. */
function replayClicks(element: HTMLElement, hydrateOnce: () => Promise<void>): void {
  element.addEventListener(
    'click',
    (event) => {
      if ('awake' in element.dataset || !(event.target instanceof Element)) return
      const control = event.target.closest<HTMLElement>('button')
      if (!control) return
      event.preventDefault()
      event.stopPropagation()
      control.classList.add('loading')
      const replay = () => {
        control.classList.remove('loading')
        control.click()
      }
      hydrateOnce().then(replay, () => {
        // If hydration fails the form still works natively.
        element.dataset.awake = ''
        replay()
      })
    },
    { capture: true },
  )
}

function whenIdle(callback: () => void): void {
  const schedule = () =>
    'requestIdleCallback' in window ? requestIdleCallback(callback, { timeout: 2000 }) : setTimeout(callback, 200)
  if (document.readyState === 'complete') schedule()
  else addEventListener('load', schedule, { once: true })
}

/** Calls `callback` once when the element is about to come into view. */
export function whenVisible(element: HTMLElement, callback: () => void): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      callback()
    },
    { rootMargin: '200px' },
  )
  // The island element has no box (display: contents), so its first child is observed.
  observer.observe(element.firstElementChild ?? element)
}
