import { hrefs } from '../routes.ts'
import type { Settings } from '../settings/settings.ts'
import styles from './checkout.module.css'

type TermsAndPrivacyProps = { readonly settings: Pick<Settings, 'termsPage'>; readonly isTicked: boolean }

/** The terms to agree to, where the shop has any, and what becomes of what one has told. */
export function TermsAndPrivacy({ settings, isTicked }: TermsAndPrivacyProps) {
  return (
    <div className="woocommerce-terms-and-conditions-wrapper">
      {settings.termsPage && <Terms page={settings.termsPage} isTicked={isTicked} />}
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

function Terms({ page, isTicked }: { page: string; isTicked: boolean }) {
  return (
    <p className={`form-row validate-required ${styles.tick}`} id="terms_field">
      <label className="woocommerce-form__label woocommerce-form__label-for-checkbox checkbox">
        <input
          type="checkbox"
          className="woocommerce-form__input woocommerce-form__input-checkbox input-checkbox"
          name="terms"
          id="terms"
          value="1"
          defaultChecked={isTicked}
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
