/** `<wc-order-attribution-inputs>`: a hidden field per attribution value; only the first element of a page has them. */

/** The API of `visit.client.ts`: attribution values by field name, in form order. */
type Visit = { params?: { prefix?: string }; getAttributionData(): Record<string, string | null> }

const visit = (window as unknown as { wc_order_attribution: Visit }).wc_order_attribution

class AttributionInputs extends HTMLElement {
  connectedCallback(): void {
    if (document.querySelector('wc-order-attribution-inputs') !== this) return this.remove()
    this.fill()
    addEventListener('samovar:visit', () => this.fill())
  }

  fill(): void {
    const prefix = visit.params?.prefix ?? 'wc_order_attribution_'
    const inputs = Object.entries(visit.getAttributionData()).map(([field, value]) => {
      const input = document.createElement('input')
      input.type = 'hidden'
      input.name = prefix + field
      input.value = value ?? ''
      return input
    })
    this.replaceChildren(...inputs)
  }
}

customElements.define('wc-order-attribution-inputs', AttributionInputs)

export {}
