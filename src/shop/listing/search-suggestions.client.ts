/** An ARIA combobox with a list box, from the public Store API. Without script the form submits as usual. */

import { toLocalUrl } from '../../platform/web/client/local-url.ts'
import styles from './search-suggestions.module.css'

const DEBOUNCE_MS = 160
const MIN_LENGTH = 2
const MAX_PRODUCTS = 6
const MAX_CATEGORIES = 3

type Prices = {
  readonly price: string
  readonly currency_code: string
  readonly currency_minor_unit: number
  readonly price_range: { readonly min_amount: string; readonly max_amount: string } | null
}
type StoreProduct = {
  readonly name: string
  readonly permalink: string
  readonly images: readonly { readonly thumbnail: string }[]
  readonly prices: Prices
  /** A product without a price has the price 0, and is not purchasable. */
  readonly is_purchasable: boolean
  /** Prices of the sizes in stock, which can differ from the prices of all sizes. */
  readonly extensions: { readonly samovar?: { readonly prices: Prices } }
}
type StoreCategory = { readonly name: string; readonly permalink: string; readonly count: number }
type Suggestions = {
  readonly products: readonly StoreProduct[]
  readonly categories: readonly StoreCategory[]
  readonly total: number
}

export function attachSuggestions(field: HTMLInputElement): void {
  const form = field.form
  const api = field.dataset.suggestions
  if (!form || !api || field.getAttribute('role') === 'combobox') return

  const id = `${field.id}-suggestions`
  const list = element('div', { id, className: styles.list, role: 'listbox', ariaLabel: 'Suggestions', hidden: true })
  const status = element('p', { className: 'screen-reader-text', role: 'status' })
  form.append(list, status)
  Object.assign(field, { role: 'combobox', ariaAutoComplete: 'list', ariaExpanded: 'false' })
  field.setAttribute('aria-controls', id)

  const cache = new Map<string, Suggestions>()
  let timer = 0
  let request: AbortController | null = null
  let active = -1

  const options = () => [...list.querySelectorAll<HTMLAnchorElement>('[role=option]')]
  const setActive = (at: number) => {
    active = at
    for (const [index, option] of options().entries()) {
      option.ariaSelected = String(index === at)
      if (index === at) option.scrollIntoView({ block: 'nearest' })
    }
    const option = options()[at]
    if (option) field.setAttribute('aria-activedescendant', option.id)
    else field.removeAttribute('aria-activedescendant')
  }
  const close = () => {
    request?.abort()
    clearTimeout(timer)
    list.hidden = true
    field.ariaExpanded = 'false'
    setActive(-1)
  }
  const open = (suggestions: Suggestions, typed: string) => {
    list.replaceChildren(...draw(suggestions, typed, field, form))
    const count = options().length
    list.hidden = false
    field.ariaExpanded = String(count > 0)
    setActive(-1)
    status.textContent = count > 0 ? `${count} suggestions, up and down arrows to go through them.` : 'No suggestions.'
  }

  const update = async () => {
    const typed = field.value.trim()
    request?.abort()
    if (typed.length < MIN_LENGTH) return close()
    const controller = new AbortController()
    request = controller
    try {
      const suggestions = cache.get(typed) ?? (await fetchSuggestions(api, typed, controller.signal))
      cache.set(typed, suggestions)
      if (!controller.signal.aborted && form.contains(document.activeElement)) open(suggestions, typed)
    } catch {
      // A failed request shows nothing: the form still works.
      if (!controller.signal.aborted) close()
    }
  }

  field.addEventListener('input', () => {
    clearTimeout(timer)
    timer = window.setTimeout(() => void update(), DEBOUNCE_MS)
  })
  field.addEventListener('keydown', (event) => {
    if (event.isComposing) return
    const isOpen = !list.hidden
    const last = options().length - 1
    if (event.key === 'Escape') {
      // The first Escape closes the list, the next one reaches the field or the panel.
      if (isOpen) event.preventDefault()
      return close()
    }
    if (event.key === 'Enter') {
      const option = isOpen ? options()[active] : undefined
      if (!option) return
      event.preventDefault()
      return option.click()
    }
    if (!isOpen) {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') void update()
      return
    }
    const next = nextOption(event.key, active, last)
    if (next === undefined || last < 0) return
    event.preventDefault()
    setActive(next)
  })
  // Keeps focus in the field while the list is clicked.
  list.addEventListener('mousedown', (event) => event.preventDefault())
  list.addEventListener('pointermove', (event) => {
    const at = options().indexOf((event.target as Element).closest('a') as HTMLAnchorElement)
    if (at !== -1 && at !== active && event.pointerType === 'mouse') setActive(at)
  })
  form.addEventListener('focusout', (event) => {
    if (!form.contains(event.relatedTarget as Node | null)) close()
  })
  form.addEventListener('submit', close)
  if (field.value.trim() !== '' && field.value !== field.defaultValue) void update()
}

/** Arrow keys cycle through options and the field; Home and End move within the list once an option is active. */
function nextOption(key: string, active: number, last: number): number | undefined {
  if (key === 'ArrowDown') return active === last ? -1 : active + 1
  if (key === 'ArrowUp') return active === -1 ? last : active - 1
  if (active === -1) return undefined
  if (key === 'Home') return 0
  return key === 'End' ? last : undefined
}

async function fetchSuggestions(api: string, typed: string, signal: AbortSignal): Promise<Suggestions> {
  const search = encodeURIComponent(typed)
  const fields = 'name,permalink,images,prices,is_purchasable,extensions'
  const [products, categories] = await Promise.all([
    fetch(`${api}?search=${search}&per_page=${MAX_PRODUCTS}&orderby=relevance&_fields=${fields}`, { signal }),
    fetch(`${api}/categories?search=${search}&per_page=${MAX_CATEGORIES}`, { signal }),
  ])
  if (!products.ok) throw new Error('no answer')
  return {
    products: (await products.json()) as StoreProduct[],
    total: Number(products.headers.get('x-wp-total') ?? 0),
    categories: categories.ok ? ((await categories.json()) as StoreCategory[]).slice(0, MAX_CATEGORIES) : [],
  }
}

function draw(
  { products, categories, total }: Suggestions,
  typed: string,
  { id: fieldId, dataset: { pricePrefix = '' } }: HTMLInputElement,
  form: HTMLFormElement,
) {
  const id = `${fieldId}-suggestions`
  if (products.length === 0 && categories.length === 0) {
    const text = `Nothing by the name of “${typed}” yet. Another spelling, or a place?`
    return [element('p', { className: styles.nothing }, text)]
  }
  let number = 0
  const option = (href: string, className: string | undefined, ...parts: (HTMLElement | string)[]) => {
    number += 1
    const properties = { role: 'option', id: `${id}-${number}`, tabIndex: -1, ariaSelected: 'false', href, className }
    return element('a', properties, ...parts)
  }
  const group = (label: string, options: HTMLElement[]): HTMLElement[] => {
    if (options.length === 0) return []
    const title = element('p', { className: styles.title, id: `${id}-${label.toLowerCase()}` }, label)
    const members = element('div', { className: styles.group, role: 'group' }, title, ...options)
    members.setAttribute('aria-labelledby', title.id)
    return [members]
  }
  const url = `${form.getAttribute('action')}?${new URLSearchParams({ s: typed, post_type: 'product' })}`
  const productOptions = products.map((product) =>
    option(toLocalUrl(product.permalink), styles.product, ...productParts(product, pricePrefix)),
  )
  const categoryOptions = categories.map(({ permalink, name, count }) => {
    const countLabel = element('span', { className: styles.price }, String(count))
    return option(toLocalUrl(permalink), styles.category, decodeHtml(name), countLabel)
  })
  return [
    ...group('Products', productOptions),
    ...group('Categories', categoryOptions),
    ...(total > 0 ? [option(url, styles.all, total === 1 ? 'See the one result' : `See all ${total} results`)] : []),
  ]
}

function productParts(product: StoreProduct, pricePrefix: string): HTMLElement[] {
  const [first] = product.images
  const picture = element('span', { className: styles.picture })
  if (first) picture.append(element('img', { src: toLocalUrl(first.thumbnail), alt: '', width: 48, height: 60 }))
  return [
    picture,
    element('span', { className: styles.name }, decodeHtml(product.name)),
    element('span', { className: styles.price }, priceText(product, pricePrefix)),
  ]
}

type Priced = Pick<StoreProduct, 'prices' | 'is_purchasable' | 'extensions'>

export function priceText({ prices, is_purchasable, extensions }: Priced, prefix: string): string {
  const shown = extensions.samovar?.prices ?? prices
  const { price, price_range: range, currency_code: currency, currency_minor_unit: unit } = shown
  if (price === '0' && !is_purchasable) return ''
  const format = new Intl.NumberFormat('en-CA', { style: 'currency', currency })
  const formatted = (minor: string) => format.format(Number(minor) / 10 ** unit)
  return prefix + (range ? `${formatted(range.min_amount)} – ${formatted(range.max_amount)}` : formatted(price))
}

/** Names are HTML-escaped. */
const decodeHtml = (html: string): string => new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''

function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  properties: Partial<HTMLElementTagNameMap[K]>,
  ...children: (HTMLElement | string)[]
): HTMLElementTagNameMap[K] {
  const created = Object.assign(document.createElement(tag), properties)
  created.append(...children)
  return created
}
