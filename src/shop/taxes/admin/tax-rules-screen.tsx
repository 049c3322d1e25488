import { useState } from 'react'
import { ConfirmButton } from '../../../platform/admin/confirm-button.tsx'
import controls from '../../../platform/admin/controls.module.css'
import { type FieldProps, Select } from '../../../platform/admin/fields/field.tsx'
import { SaveButton } from '../../../platform/admin/files/save-button.tsx'
import { sendFile } from '../../../platform/admin/files/send-file.client.ts'
import form from '../../../platform/admin/form/form.module.css'
import { SettingsScreen } from '../../../platform/admin/form/settings-screen.tsx'
import { Button, ErrorState, Panel, QueryState } from '../../../platform/admin/parts.tsx'
import { useSend } from '../../../platform/admin/resource.ts'
import { useToast } from '../../../platform/admin/toast.tsx'
import { formatShopDay } from '../../../platform/time/shop-time.ts'
import { paths } from '../../../platform/web/routes.ts'
import { SettingGroups } from '../../../things/settings/admin/setting-groups.tsx'
import { CANADIAN_TAXES_DATE } from '../../pricing/canadian-pricing.ts'
import { pricingSettings } from '../../pricing/settings.ts'
import type { TaxClassJson } from '../rest/tax-classes.ts'
import { AddCanada, type Changed, changedText, TaxTabs, useClassOptions, useTaxClasses } from './tax-parts.tsx'
import styles from './tax-rules-screen.module.css'

const MAX_BYTES = 5 * 1024 * 1024
const settings = { taxes: pricingSettings.taxes }

const ShippingClass = (field: FieldProps) => (
  <Select {...field} options={[['inherit', 'That of the items'], ...useClassOptions()]} />
)

export const TaxRulesScreen = () => (
  <SettingsScreen
    title="Taxes"
    href={paths.restTaxSettings}
    savedText="Saved. Carts use it now; orders keep what they were charged."
    tabs={<TaxTabs current="rules" />}
    below={
      <div className={styles.panels}>
        <Classes />
        <RatesFile />
        <Panel id="canada" title="Canada">
          <p className={form.soft}>
            GST, HST, PST and QST of all provinces on {formatShopDay(new Date(`${CANADIAN_TAXES_DATE}T12:00Z`))}.
            Groceries such as tea are exempt. Existing rates are kept. Ask your accountant whether to charge them.
          </p>
          <AddCanada />
        </Panel>
      </div>
    }
  >
    <SettingGroups settings={settings} custom={{ shipping_tax_class: ShippingClass }} />
  </SettingsScreen>
)

function Classes() {
  const classes = useTaxClasses()
  const [name, setName] = useState('')
  const reloads = [paths.restTaxClasses]
  const add = useSend((rest) => rest.send('POST', paths.restTaxClasses, { name }), reloads, {
    onSuccess: () => setName(''),
  })
  return (
    <Panel id="classes" title="Tax classes">
      <p className={form.soft}>The rates of a class apply to its products.</p>
      <QueryState query={classes} />
      <ul className={styles.classes}>
        {classes.data?.map((one) => (
          <li key={one.slug} className={styles.class}>
            <span>{one.name}</span>
            <code>{one.slug}</code>
            {one.slug !== 'standard' && <DeleteClass one={one} />}
          </li>
        ))}
      </ul>
      <form
        className={styles.line}
        onSubmit={(event) => {
          event.preventDefault()
          add.mutate()
        }}
      >
        <label>
          New class
          <input
            className={controls.field}
            value={name}
            maxLength={200}
            required
            onChange={({ target }) => setName(target.value)}
          />
        </label>
        <Button label="Add the class" type="submit" isBusy={add.isPending} />
      </form>
      {add.error && <ErrorState error={add.error} />}
    </Panel>
  )
}

function DeleteClass({ one: { slug, name } }: { one: TaxClassJson }) {
  // Reloads everything, because rates, products and settings may name the class.
  const remove = useSend((rest) => rest.send('DELETE', `${paths.restTaxClasses}/${slug}`, { force: true }), [])
  return (
    <ConfirmButton
      label={`Delete ${name}`}
      question={`Delete ${name}?`}
      text="Its rates are deleted, and its products are taxed at the standard rate."
      confirmLabel="Delete permanently"
      run={() => remove.mutateAsync()}
    />
  )
}

function RatesFile() {
  const toast = useToast()
  const [file, setFile] = useState<File | null>(null)
  const [replaces, setReplaces] = useState(false)
  const upload = useSend(
    (rest, sent: File) => {
      const href = `${paths.restTaxRates}/csv${replaces ? '?replace=true' : ''}`
      return sendFile<Changed>(rest, { href, file: sent, maxBytes: MAX_BYTES })
    },
    [paths.restTaxes],
    { onSuccess: (changed) => toast.show({ text: changedText(changed) }) },
  )
  return (
    <Panel id="file" title="Rates as a file">
      <p className={form.soft}>A CSV from this shop or WooCommerce. A file with an error changes nothing.</p>
      <SaveButton label="Export all rates" href={`${paths.restTaxRates}/csv`} name="tax-rates.csv" />
      <form
        className={styles.line}
        onSubmit={(event) => {
          event.preventDefault()
          if (file) upload.mutate(file)
        }}
      >
        <label>
          CSV file
          <input type="file" accept=".csv" onChange={({ target }) => setFile(target.files?.[0] ?? null)} />
        </label>
        <label className={styles.check}>
          <input type="checkbox" checked={replaces} onChange={({ target }) => setReplaces(target.checked)} />
          Delete rates that are not in the file
        </label>
        <Button label="Import" type="submit" isBusy={upload.isPending} disabled={!file || upload.isPending} />
      </form>
      {upload.error && <ErrorState error={upload.error} />}
    </Panel>
  )
}
