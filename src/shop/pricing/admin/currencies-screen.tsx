import { useState } from 'react'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { FieldGroup, formFields } from '../../../platform/admin/fields/form-fields.tsx'
import form from '../../../platform/admin/form/form.module.css'
import { SettingsScreen } from '../../../platform/admin/form/settings-screen.tsx'
import { Button, parseGmt, Time } from '../../../platform/admin/parts.tsx'
import { convertPrice, isRate, priceCharms, priceRoundings } from '../../../platform/money/exchange.ts'
import { currencyName, formatMoney, fractionDigits, shopCurrency } from '../../../platform/money/money.ts'
import { offeredCurrencies } from '../../../platform/money/offered-currencies.ts'
import { DAY_MS } from '../../../platform/time/durations.ts'
import { paths } from '../../../platform/web/routes.ts'
import { MAX_CURRENCIES, RATE_CHECK_DAYS } from '../currency-limits.ts'
import type { CurrencyJson, CurrencySettingsJson } from '../rest/currencies.ts'
import styles from './currencies-screen.module.css'

type Values = Pick<CurrencySettingsJson, 'currencies'>
const { Field, Select, Checkbox } = formFields<Values>()

const empty = { rate: '', rounding: 'none', charm: '0.00', is_charged: true, rate_changed_gmt: '' } as const

const nameOf = (code: string): string => `${code} – ${currencyName(code)}`

export const CurrenciesScreen = () => (
  <SettingsScreen<CurrencySettingsJson>
    title="Currencies"
    href={paths.restCurrencies}
    savedText="Saved. Pages and carts use the new rates; orders keep theirs."
  >
    <p className={form.soft}>
      Prices are kept in {currencyName(shopCurrency)}. Visitors can choose any currency below; without one, pages have
      no switcher. Rates do not change by themselves.
    </p>
    <Currencies />
  </SettingsScreen>
)

function Currencies() {
  const { fields, append, remove, move } = useFieldArray<Values, 'currencies'>({ name: 'currencies' })
  const chosen = useWatch<Values, 'currencies'>({ name: 'currencies' })
  const isTaken = (code: string) => chosen.some(({ currency }) => currency === code)
  const next = offeredCurrencies.find((code) => !isTaken(code))
  return (
    <>
      {fields.map((field, index) => (
        <Currency
          key={field.id}
          index={index}
          onMove={index > 0 ? () => move(index, index - 1) : null}
          onRemove={() => remove(index)}
        />
      ))}
      {fields.length < MAX_CURRENCIES && next !== undefined && (
        <p>
          <Button label="Add a currency" onClick={() => append({ ...empty, currency: next })} />
        </p>
      )}
    </>
  )
}

type CurrencyProps = { readonly index: number; readonly onMove: (() => void) | null; readonly onRemove: () => void }

function Currency({ index, onMove, onRemove }: CurrencyProps) {
  const all = useWatch<Values, 'currencies'>({ name: 'currencies' })
  const value = all[index]
  if (!value) return null
  const { currency } = value
  const offered = offeredCurrencies.filter((code) => code === currency || !all.some((one) => one.currency === code))
  const isDivisible = fractionDigits(currency) > 0
  return (
    <FieldGroup title={nameOf(currency)}>
      <Select
        name={`currencies.${index}.currency`}
        label="Currency"
        options={offered.map((code) => [code, nameOf(code)])}
      />
      <Field
        name={`currencies.${index}.rate`}
        label={`What 1 ${shopCurrency} is in ${currency}`}
        required
        inputMode="decimal"
        rules={{ validate: (rate: string) => isRate(rate.trim()) || 'A number above 0, such as 0.6712.' }}
      />
      <Select
        name={`currencies.${index}.rounding`}
        label="Round prices up to"
        options={priceRoundings.map((step) => [step, step === 'none' ? 'not rounded' : `multiples of ${step}`])}
        hint={isDivisible ? undefined : 'It has no decimals: smaller multiples do nothing.'}
      />
      <Select
        name={`currencies.${index}.charm`}
        label="Then add"
        options={priceCharms.map((charm) => [charm, charm === '0.00' ? 'nothing' : charm])}
      />
      <Checkbox
        name={`currencies.${index}.is_charged`}
        label="Orders are charged in it"
        hint={
          fractionDigits(currency) > 2
            ? 'Not possible for a currency with three decimals.'
            : `Otherwise its prices are shown as approximate, and orders are charged in ${shopCurrency}.`
        }
      />
      <div className={styles.state}>
        <Preview value={value} />
        <RateAge value={value} index={index} />
      </div>
      <div className={styles.buttons}>
        {onMove && <Button label="Move up" aria-label={`Move ${currency} up`} onClick={onMove} />}
        <Button label="Remove" aria-label={`Remove ${currency}`} onClick={onRemove} />
      </div>
    </FieldGroup>
  )
}

const EXAMPLES = [1650, 6103]

function Preview({ value }: { value: CurrencyJson }) {
  const { currency, rounding, charm, is_charged: isCharged } = value
  const rate = value.rate.trim()
  if (!isRate(rate)) return null
  const texts = EXAMPLES.map((cents) => {
    const converted = convertPrice(cents, { currency, rate, rounding, charm, isCharged })
    return `${formatMoney(cents, shopCurrency)} is ${formatMoney(converted, currency)}`
  })
  return <p className={form.soft}>{`${texts.join(', ')}.`}</p>
}

function RateAge({ value, index }: { value: CurrencyJson; index: number }) {
  const { formState } = useFormContext<Values>()
  const [now] = useState(Date.now)
  const isChanged = formState.dirtyFields.currencies?.[index]?.rate === true
  if (value.rate_changed_gmt === '' || isChanged) return null
  const isOld = now - parseGmt(value.rate_changed_gmt).getTime() > RATE_CHECK_DAYS * DAY_MS
  return (
    <p className={isOld ? styles.warning : form.soft}>
      Rate of <Time gmt={value.rate_changed_gmt} />
      {isOld && ` That is more than ${RATE_CHECK_DAYS} days ago: please check it.`}
    </p>
  )
}
