import type { islands } from './islands.ts'

const interactionEvents = ['pointerdown', 'focusin', 'pointerover'] as const

/** Hydrates each island when the browser is idle, or on interaction before that. React is loaded only then. */
export function hydrateIslands(): void {
  for (const element of document.querySelectorAll<HTMLElement>('samovar-island')) {
    let hydration: Promise<void> | undefined
    const hydrateOnce = () => (hydration ??= hydrate(element))
    const startHydration = () => void hydrateOnce()
    whenIdle(startHydration)
    for (const event of interactionEvents) {
      element.addEventListener(event, startHydration, { once: true, passive: true })
    }
    replayClicks(element, hydrateOnce)
  }
}

async function hydrate(element: HTMLElement): Promise<void> {
  // In parallel, which saves a round trip.
  const [{ hydrateIsland }, component] = await Promise.all([
    import('../../../platform/web/client/hydrate.ts'),
    import('./islands.ts').then((file) => file.islands[element.dataset.island as keyof typeof islands]()),
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
