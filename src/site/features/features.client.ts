import { whenVisible } from '../../platform/web/client/when-visible.client.ts'

type FeatureScript = { readonly start: (element: HTMLElement) => void }

/** Scripts of features by `data-feature`; each is loaded when the first of its kind comes near the window. */
const scripts: Readonly<Record<string, () => Promise<FeatureScript>>> = {}

for (const element of document.querySelectorAll<HTMLElement>('[data-feature]')) {
  const load = scripts[element.dataset.feature ?? '']
  if (load) whenVisible(element, () => void load().then(({ start }) => start(element)))
}
