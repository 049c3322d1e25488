import { canadianProvinces } from '../../../people/addresses/canadian-provinces.ts'
import { addressRules } from '../../../people/addresses/country-rules.ts'
import { paths } from '../../../platform/web/routes.ts'
import type { CartView } from '../fragments.tsx'
import { destinationOf } from '../price-cart.ts'
import styles from './shipping-calculator.module.css'

export function ShippingTo({ view: { cart, base } }: { view: CartView }) {
  const { country, state } = destinationOf(cart, base)
  const name = addressRules(country).provinces?.find((province) => province.code === state)?.name ?? (state || country)
  return (
    <p className={`woocommerce-shipping-destination ${styles.destination}`}>
      {cart.shipping.state ? (
        <>
          Shipping to <strong>{name}</strong>.
        </>
      ) : (
        <>
          Estimated for <strong>{name}</strong>. Your address decides.
        </>
      )}
    </p>
  )
}

/** The shop ships within Canada only, so there is no country field. With script every change is submitted at once. */
export function ShippingCalculator({ view: { cart, base, calculatorNonce } }: { view: CartView }) {
  const { state } = destinationOf(cart, base)
  return (
    <form className="woocommerce-shipping-calculator" action={paths.cart} method="post">
      <section className={`shipping-calculator-form ${styles.form}`} id="shipping-calculator-form">
        <input
          type="hidden"
          name="calc_shipping_country"
          id="calc_shipping_country"
          className="country_to_state country_select"
          value={base.country}
        />
        <p className={`form-row form-row-wide ${styles.field}`} id="calc_shipping_state_field">
          <label htmlFor="calc_shipping_state">Province or territory</label>
          <select
            name="calc_shipping_state"
            id="calc_shipping_state"
            className="state_select"
            defaultValue={state}
            autoComplete="shipping address-level1"
          >
            {canadianProvinces.map((province) => (
              <option key={province.code} value={province.code}>
                {province.name}
              </option>
            ))}
          </select>
        </p>
        <p className={`form-row form-row-wide ${styles.field}`} id="calc_shipping_postcode_field">
          <label htmlFor="calc_shipping_postcode">
            Postal code <span className="optional">(optional)</span>
          </label>
          <input
            type="text"
            name="calc_shipping_postcode"
            id="calc_shipping_postcode"
            className="input-text"
            defaultValue={cart.shipping.postcode ?? ''}
            autoComplete="shipping postal-code"
            autoCapitalize="characters"
            maxLength={10}
          />
        </p>
        <button type="submit" name="calc_shipping" value="1" className={`button ${styles.update}`}>
          Update
        </button>
        <input
          type="hidden"
          id="woocommerce-shipping-calculator-nonce"
          name="woocommerce-shipping-calculator-nonce"
          value={calculatorNonce}
        />
        <input type="hidden" name="_wp_http_referer" value={paths.cart} />
      </section>
    </form>
  )
}
