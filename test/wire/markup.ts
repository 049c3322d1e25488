/** The facts in a piece of shop markup, independent of how they are written. */

type MarkupFacts = {
  /** Amounts such as '61.03', in document order. */
  readonly amounts: readonly string[]
  readonly cartKeys: readonly string[]
  readonly productIds: readonly string[]
  readonly skus: readonly string[]
  readonly taxRates: readonly string[]
  /** Values of the options; the selected value ends with a star. */
  readonly shipping: readonly string[]
  readonly payment: readonly string[]
}

/** Removed before comparing: the remaining amount for free shipping appears only in our markup. */
const freeShippingProgress = /<div class="way">.*?<\/div><\/div>/g

function factsOf(markup: string): MarkupFacts {
  const html = markup.replaceAll(freeShippingProgress, '')
  const values = (attribute: string) =>
    [...html.matchAll(new RegExp(`${attribute}="([^"]*)"`, 'g'))].map(([, value = '']) => value)
  return {
    amounts: [...textOf(html).matchAll(/\$([\d,]+\.\d\d)/g)].map(([, amount = '']) => amount),
    cartKeys: values('data-cart_item_key'),
    productIds: values('data-product_id'),
    skus: values('data-product_sku'),
    taxRates: [...html.matchAll(/class="[^"]*\b(tax-rate-[\w-]+)/g)].map(([, name = '']) => name),
    shipping: choices(html, 'shipping_method[0]'),
    payment: choices(html, 'payment_method'),
  }
}

function choices(html: string, name: string): string[] {
  const inputs = [...html.matchAll(/<input\b[^>]*>/g)]
    .map(([input]) => input)
    .filter((input) => input.includes(`name="${name}"`))
  return inputs.map((input) => `${/value="([^"]*)"/.exec(input)?.[1]}${/\bchecked\b/.test(input) ? ' *' : ''}`)
}

/** Errors as the shopper reads them, each with the field it belongs to. */
function messagesOf(html: string): { readonly field: string | null; readonly text: string }[] {
  return [...html.matchAll(/<li([^>]*)>([\s\S]*?)<\/li>/g)].map(([, attributes = '', inner = '']) => ({
    field: /data-id="([^"]*)"/.exec(attributes)?.[1] ?? null,
    text: textOf(inner),
  }))
}

function textOf(html: string): string {
  return html
    .replaceAll(/<!--.*?-->/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&#0?36;/g, '$')
    .replaceAll(/&nbsp;/g, ' ')
    .replaceAll(/\$\s+/g, '$')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s+([.,])/g, '$1')
    .trim()
}

/** Class names, ids and form field names of the recorded markup that our markup does not have. */
export function missingHooks(recorded: string, ours: string): string[] {
  const ourHooks = hooksOf(ours)
  return [...hooksOf(recorded)].filter((hook) => !ourHooks.has(hook)).toSorted()
}

function hooksOf(html: string): Set<string> {
  const hooks = new Set<string>()
  for (const [, attribute = '', value = ''] of html.matchAll(/\s(class|id|name)="([^"]*)"/g)) {
    for (const part of value.split(/\s+/).filter(Boolean)) hooks.add(`${attribute} ${part}`)
  }
  return hooks
}

/** A `wc-ajax` response with its markup parsed. */
export function normalizeAjaxBody(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      if (name === 'fragments' && typeof value === 'object' && value !== null) {
        const fragments = Object.entries(value).map(([selector, html]) => [selector, factsOf(String(html))])
        return [name, Object.fromEntries(fragments)]
      }
      if (name === 'messages' && typeof value === 'string') return [name, messagesOf(value)]
      return name === 'cart_hash' ? [name, value === '' ? 'none' : 'a hash'] : [name, value]
    }),
  )
}

/** The text of a response that consists of markup, and the facts in it. */
export function normalizeMarkupBody(body: unknown): unknown {
  if (typeof body !== 'string' || body === '') return body
  const message = /<div class="woocommerce-message[^>]*>([\s\S]*?)<\/div>/.exec(body)?.[1]
  return {
    message: message === undefined ? null : textOf(message),
    errors: /<ul class="woocommerce-error/.test(body) ? messagesOf(body).map(({ text }) => decodeQuotes(text)) : [],
    totals: body.includes('cart_totals') ? factsOf(body) : null,
  }
}

const decodeQuotes = (text: string): string => text.replaceAll('&quot;', '"')
