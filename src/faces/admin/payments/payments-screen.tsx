import { useFormContext, useWatch } from 'react-hook-form'
import { FieldGroup, formFields } from '../../../platform/admin/fields/form-fields.tsx'
import form from '../../../platform/admin/form/form.module.css'
import { SettingsScreen } from '../../../platform/admin/form/settings-screen.tsx'
import { paths } from '../../../platform/web/routes.ts'
import { type MethodScreen, methodLimits } from '../../../shop/gateways/method-screen.ts'
import { orderSettings } from '../../../shop/orders/settings.ts'
import { OwnStatusesField } from '../../../shop/orders/statuses/own-statuses-field.tsx'
import { SettingGroups } from '../../../things/settings/admin/setting-groups.tsx'

/** Fields that every payment method has. */
const Common = formFields<Record<string, unknown>>()

/** Offline payment methods, stock hold times and the first invoice number. */
export const PaymentsScreen = () => (
  <SettingsScreen title="Payments" href={paths.restPaymentSettings} savedText="Saved. The checkout now offers it.">
    <Methods />
    <SettingGroups
      settings={orderSettings}
      custom={{ order_statuses: OwnStatusesField }}
      intros={{
        'Limits on unpaid orders': (
          <p className={form.intro}>
            How much one customer can have on hold at a time while you wait for a transfer, a cheque or payment at
            pickup. 0 means no limit. Card orders are never refused for this.
          </p>
        ),
      }}
    />
  </SettingsScreen>
)

const methodScreens = Object.values(
  import.meta.glob<MethodScreen>(
    ['../../../shop/gateways/methods/*/admin/settings.{ts,tsx}', '../../../shop/wallets/*/admin/settings.{ts,tsx}'],
    { eager: true, import: 'methodScreen' },
  ),
)

function Methods() {
  const { getValues } = useFormContext()
  const methods = Object.keys(getValues()).flatMap((id) => methodScreens.filter((method) => method.id === id))
  return methods.map((method) => <Method key={method.id} {...method} />)
}

function Method({ id, name, Fields }: MethodScreen) {
  const { getValues } = useFormContext()
  const isEnabled = useWatch({ name: `${id}.enabled` }) === true
  return (
    <FieldGroup title={name}>
      <Common.Checkbox name={`${id}.enabled`} label="Offered at the checkout" />
      {isEnabled && (
        <>
          <Common.Field name={`${id}.title`} label="Name" maxLength={methodLimits.title} required isWide />
          <Common.TextArea
            name={`${id}.description`}
            label="Description at the checkout"
            rows={2}
            maxLength={methodLimits.description}
          />
          {'instructions' in getValues(id) && (
            <Common.TextArea
              name={`${id}.instructions`}
              label="Instructions after ordering (on the page and in the email)"
              maxLength={methodLimits.instructions}
            />
          )}
          {Fields && <Fields />}
        </>
      )}
    </FieldGroup>
  )
}
