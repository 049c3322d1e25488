/**
 * Suggestions under a search field while one types: a combobox with a list, as the ARIA Authoring Practices describe it.
 * They come from the public Store API. Without them the form does what it always does.
 */

import { here } from '../web/client/here.ts'
import styles from './suggestions.module.css'

const PAUSE_MS = 160
const SHORTEST = 2
const MOST_PRODUCTS = 6
const MOST_SHELVES = 3

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
  /** The prices of what can be had, where those of sizes that are sold out are others. */
  readonly extensions: { readonly samovar?: { readonly prices: Prices } }
}
type StoreCategory = { readonly name: string; readonly permalink: string; readonly count: number }
type Found = {
  readonly products: readonly StoreProduct[]
  readonly shelves: readonly StoreCategory[]
  readonly total: number
}

/** Makes a combobox of the field. Once is enough. */
export function suggestFor(field: HTMLInputElement): void {
  const form = field.form
  const api = field.dataset.suggestions
  if (!form || !api || field.getAttribute('role') === 'combobox') return

  const list = make('div', styles.list)
  list.id = `${field.id}-suggestions`
  list.role = 'listbox'
  list.ariaLabel = 'Suggestions'
  list.hidden = true
  const status = make('p', 'screen-reader-text')
  status.role = 'status'
  form.append(list, status)
  field.role = 'combobox'
  field.ariaAutoComplete = 'list'
  field.ariaExpanded = 'false'
  field.setAttribute('aria-controls', list.id)

  const kept = new Map<string, Found>()
  let timer = 0
  let running: AbortController | null = null
  let active = -1

  const options = () => [...list.querySelectorAll<HTMLAnchorElement>('[role=option]')]
  const mark = (at: number) => {
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
    running?.abort()
    clearTimeout(timer)
    list.hidden = true
    field.ariaExpanded = 'false'
    mark(-1)
  }
  const open = (found: Found, words: string) => {
    list.replaceChildren(...draw(found, words, list.id, form))
    const count = options().length
    list.hidden = false
    field.ariaExpanded = String(count > 0)
    mark(-1)
    status.textContent = count > 0 ? `${count} suggestions, up and down arrows to go through them.` : 'No suggestions.'
  }

  const ask = async () => {
    const words = field.value.trim()
    running?.abort()
    if (words.length < SHORTEST) return close()
    const mine = new AbortController()
    running = mine
    try {
      const found = kept.get(words) ?? (await find(api, words, mine.signal))
      kept.set(words, found)
      if (!mine.signal.aborted && form.contains(document.activeElement)) open(found, words)
    } catch {
      // What is only a help is not worth a message: the form works.
      if (!mine.signal.aborted) close()
    }
  }

  field.addEventListener('input', () => {
    clearTimeout(timer)
    timer = window.setTimeout(() => void ask(), PAUSE_MS)
  })
  field.addEventListener('keydown', (event) => {
    if (event.isComposing) return
    const isOpen = !list.hidden
    const last = options().length - 1
    if (event.key === 'Escape') {
      // The first one closes the list, the next one is the field's or the panel's own.
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
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') void ask()
      return
    }
    const next = nextOption(event.key, active, last)
    if (next === undefined || last < 0) return
    event.preventDefault()
    mark(next)
  })
  // A pointer that presses on the list must not take the focus out of the field first.
  list.addEventListener('mousedown', (event) => event.preventDefault())
  list.addEventListener('pointermove', (event) => {
    const at = options().indexOf((event.target as Element).closest('a') as HTMLAnchorElement)
    if (at !== -1 && at !== active && event.pointerType === 'mouse') mark(at)
  })
  form.addEventListener('focusout', (event) => {
    if (!form.contains(event.relatedTarget as Node | null)) close()
  })
  form.addEventListener('submit', close)
  if (field.value.trim() !== '' && field.value !== field.defaultValue) void ask()
}

/** Arrows go round, past the field itself; Home and End belong to the list once one is in it. */
function nextOption(key: string, active: number, last: number): number | undefined {
  if (key === 'ArrowDown') return active === last ? -1 : active + 1
  if (key === 'ArrowUp') return active === -1 ? last : active - 1
  if (active === -1) return undefined
  if (key === 'Home') return 0
  return key === 'End' ? last : undefined
}

async function find(api: string, words: string, signal: AbortSignal): Promise<Found> {
  const search = encodeURIComponent(words)
  const [products, shelves] = await Promise.all([
    fetch(
      `${api}?search=${search}&per_page=${MOST_PRODUCTS}&orderby=relevance&_fields=name,permalink,images,prices,extensions`,
      {
        signal,
      },
    ),
    fetch(`${api}/categories?search=${search}&per_page=${MOST_SHELVES}`, { signal }),
  ])
  if (!products.ok) throw new Error('no answer')
  return {
    products: (await products.json()) as StoreProduct[],
    total: Number(products.headers.get('x-wp-total') ?? 0),
    shelves: shelves.ok ? ((await shelves.json()) as StoreCategory[]).slice(0, MOST_SHELVES) : [],
  }
}

function draw(found: Found, words: string, id: string, form: HTMLFormElement): HTMLElement[] {
  const { products, shelves, total } = found
  if (products.length === 0 && shelves.length === 0) {
    const nothing = make('p', styles.nothing)
    nothing.textContent = `Nothing by the name of “${words}” yet. Another spelling, or a place?`
    return [nothing]
  }
  let number = 0
  const option = (href: string, className: string | undefined, ...parts: (HTMLElement | string)[]) => {
    number += 1
    const link = make('a', className)
    link.role = 'option'
    link.id = `${id}-${number}`
    link.tabIndex = -1
    link.ariaSelected = 'false'
    link.href = href
    link.append(...parts)
    return link
  }
  const group = (label: string, ...members: HTMLElement[]) => {
    const box = make('div', styles.group)
    const title = make('p', styles.title)
    title.textContent = label
    title.id = `${id}-${label.toLowerCase()}`
    box.role = 'group'
    box.setAttribute('aria-labelledby', title.id)
    box.append(title, ...members)
    return box
  }
  const all = `${form.getAttribute('action')}?${new URLSearchParams({ s: words, post_type: 'product' })}`
  return [
    ...(products.length > 0
      ? [
          group(
            'Products',
            ...products.map((product) => option(here(product.permalink), styles.product, ...row(product))),
          ),
        ]
      : []),
    ...(shelves.length > 0
      ? [
          group(
            'Shelves',
            ...shelves.map((shelf) =>
              option(here(shelf.permalink), styles.shelf, plain(shelf.name), count(shelf.count)),
            ),
          ),
        ]
      : []),
    ...(total > 0 ? [option(all, styles.all, total === 1 ? 'See the one result' : `See all ${total} results`)] : []),
  ]
}

function row(product: StoreProduct): HTMLElement[] {
  const picture = make('span', styles.picture)
  const [first] = product.images
  if (first) {
    const image = make('img')
    image.src = here(first.thumbnail)
    image.alt = ''
    image.width = 48
    image.height = 60
    picture.append(image)
  }
  const name = make('span', styles.name)
  name.textContent = plain(product.name)
  const price = make('span', styles.price)
  price.textContent = priceText(product.extensions.samovar?.prices ?? product.prices)
  return [picture, name, price]
}

function priceText({ price, price_range: range, currency_code: currency, currency_minor_unit: unit }: Prices) {
  const format = new Intl.NumberFormat('en-CA', { style: 'currency', currency })
  const written = (minor: string) => format.format(Number(minor) / 10 ** unit)
  if (range) return `${written(range.min_amount)} – ${written(range.max_amount)}`
  return price === '' ? '' : written(price)
}

function count(number: number): HTMLElement {
  const element = make('span', styles.price)
  element.textContent = String(number)
  return element
}

/** Names come escaped as HTML. */
const plain = (html: string): string => new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''

function make<K extends keyof HTMLElementTagNameMap>(tag: K, className?: string): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  if (className) element.className = className
  return element
}
