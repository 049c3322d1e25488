import { whenVisible } from '../../platform/web/client/when-visible.client.ts'

type FeatureScript = { readonly start: (element: HTMLElement) => void }

/** Scripts by `data-feature`, loaded when the first such element comes near the viewport. */
const scripts: Readonly<Record<string, () => Promise<FeatureScript>>> = {
  gallery_carousel: () => import('./gallery-carousel/gallery-carousel.client.ts'),
  home_slider: () => import('./home-slider/home-slider.client.ts'),
  testimonials: () => import('./testimonials/testimonials.client.ts'),
  vertical_slider: () => import('./vertical-slider/vertical-slider.client.ts'),
  counter: () => import('./counter/counter.client.ts'),
  expanding_grid: () => import('./expanding-grid/expanding-grid.client.ts'),
  flip_boxes: () => import('./flip-boxes/flip-boxes.client.ts'),
  quick_counter: () => import('./counter/counter.client.ts'),
  skill_bars: () => import('./skill-bars/skill-bars.client.ts'),
}

for (const element of document.querySelectorAll<HTMLElement>('[data-feature]')) {
  const load = scripts[element.dataset.feature ?? '']
  if (!load) continue
  const begin = ({ start }: FeatureScript) => {
    start(element)
    element.dataset.started = ''
  }
  whenVisible(element, () => void load().then(begin))
}
