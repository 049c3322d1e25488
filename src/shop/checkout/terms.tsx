import { hrefs } from '../../platform/web/routes.ts'
import styles from './checkout.module.css'
import type { OrderingSettings } from './context.ts'

type TermsAndPrivacyProps = { readonly settings: Pick<OrderingSettings, 'termsPage'>; readonly isChecked: boolean }

/** The terms checkbox, if the shop has terms, and the privacy notice. */
export function TermsAndPrivacy({ settings, isChecked }: TermsAndPrivacyProps) {
  return (
    <div className="woocommerce-terms-and-conditions-wrapper">
      {settings.termsPage && <Terms page={settings.termsPage} isChecked={isChecked} />}
      <div className={`woocommerce-privacy-policy-text ${styles.privacy}`}>
        <p>
          We use your details only to process and ship this order. See our{' '}
          <a
            href={hrefs.page('privacy-policy')}
            className="woocommerce-privacy-policy-link"
            target="_blank"
            rel="noopener"
          >
            privacy policy
          </a>
          .
        </p>
      </div>
    </div>
  )
}

function Terms({ page, isChecked }: { page: string; isChecked: boolean }) {
  return (
    <p className={`form-row validate-required ${styles.tick}`} id="terms_field">
      <label className="woocommerce-form__label woocommerce-form__label-for-checkbox checkbox">
        <input
          type="checkbox"
          className="woocommerce-form__input woocommerce-form__input-checkbox input-checkbox"
          name="terms"
          id="terms"
          value="1"
          defaultChecked={isChecked}
          aria-required="true"
        />
        <span className="woocommerce-terms-and-conditions-checkbox-text">
          I have read and agree to the{' '}
          <a href={hrefs.page(page)} className="woocommerce-terms-and-conditions-link" target="_blank" rel="noopener">
            terms and conditions
          </a>
        </span>
      </label>
      <input type="hidden" name="terms-field" value="1" />
      <span
        id="terms_description"
        className={`checkout-inline-error-message ${styles.fieldError}`}
        data-field-error=""
      />
    </p>
  )
}
