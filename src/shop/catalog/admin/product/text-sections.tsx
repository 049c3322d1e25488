import type { ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useParams } from 'react-router'
import controls from '../../../../platform/admin/controls.module.css'
import { Fold } from '../../../../platform/admin/fields/fold.tsx'
import { FieldGroup, formFields } from '../../../../platform/admin/fields/form-fields.tsx'
import { useRest } from '../../../../platform/admin/parts.tsx'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import { kindNames } from '../../facts.ts'
import styles from './product-screen.module.css'
import type { ProductValues } from './product-values.ts'
import { cutTo, DESCRIPTION_LENGTH, TITLE_LENGTH } from './search-result.ts'

const { Field, TextArea, Select, Quantity, RichText } = formFields<ProductValues>()

export function Texts() {
  const [id] = Object.values(useParams())
  const description = <RichText name="description" label="Description" />
  return (
    <FieldGroup title="Texts">
      <TextArea name="short_description" label="Short description" hint="Beside the price, in lists and feeds." />
      {id === undefined ? description : <UnlessBuilt id={Number(id)}>{description}</UnlessBuilt>}
    </FieldGroup>
  )
}

/** The description, or where it is written if it is made of blocks, which a new text would replace. */
function UnlessBuilt({ id, children }: { readonly id: number; readonly children: ReactNode }) {
  const href = `${paths.restBuilder}/pages/${id}`
  const built = useRest<{ readonly is_built: boolean }>([href], href).data
  if (!built?.is_built) return children
  return (
    <div className={styles.built}>
      <p>This product’s description is made of blocks. It is written in the page builder.</p>
      <a className={controls.primary} href={hrefs.pageBuilder(id)}>
        Edit the blocks
      </a>
    </div>
  )
}

const caffeine = [
  ['none', 'None'],
  ['low', 'Low'],
  ['medium', 'Medium'],
  ['high', 'High'],
] as const
const decimal = { type: 'number', rules: { valueAsNumber: true }, required: true } as const
const kinds = [['', 'No tea'] as const, ...Object.entries(kindNames)]

export function TeaFacts() {
  const isTea = useWatch<ProductValues, 'samovar.facts.kind'>({ name: 'samovar.facts.kind' }) !== ''
  return (
    <Fold name="samovar" title="Tea facts" about="Origin and steeping">
      <Field name="samovar.subtitle" label="Subtitle" hint="Under the name." maxLength={200} />
      <Quantity name="samovar.net_grams" label="Net weight (g)" hint="Without packaging, for the price per 100 g." />
      <Select name="samovar.facts.kind" label="Kind of tea" options={kinds} />
      {isTea && (
        <>
          <Select name="samovar.facts.caffeine" label="Caffeine" options={caffeine} />
          <Field name="samovar.facts.origin" label="Origin" maxLength={200} />
          <Field name="samovar.facts.country" label="Country" maxLength={200} />
          <Field name="samovar.facts.cultivar" label="Cultivar" maxLength={200} />
          <Field name="samovar.facts.harvest" label="Harvest" maxLength={200} />
          <Field name="samovar.facts.elevation" label="Elevation" maxLength={200} />
          <Field name="samovar.facts.steeping.grams" label="Leaves (g)" {...decimal} />
          <Quantity name="samovar.facts.steeping.millilitres" label="Water (ml)" required />
          <Quantity name="samovar.facts.steeping.celsius" label="Temperature (°C)" max={100} required />
          <Field name="samovar.facts.steeping.minutes" label="Minutes" {...decimal} />
          <Quantity name="samovar.facts.steeping.infusions" label="Infusions" min={1} max={100} required />
        </>
      )}
    </Fold>
  )
}

const plainOf = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''

/** What search engines show of the product, with the texts that are typed. */
export function SearchEngines() {
  const { control } = useFormContext<ProductValues>()
  const [name, slug, short, title, description] = useWatch({
    control,
    name: ['name', 'slug', 'short_description', 'samovar.seo_title', 'samovar.seo_description'],
  })
  const shown = { title: title || name || 'Name of the product', text: description || plainOf(short) }
  return (
    <Fold name="seo" title="Search engines" about={title === '' ? 'Name and short description' : title}>
      <Field
        name="samovar.seo_title"
        label="Title in search results"
        hint={`${title.length} of about ${TITLE_LENGTH} characters. Empty: the name.`}
        maxLength={200}
      />
      <TextArea
        name="samovar.seo_description"
        label="Description in search results"
        hint={`${description.length} of about ${DESCRIPTION_LENGTH} characters. Empty: the short description.`}
        maxLength={500}
      />
      <figure className={styles.result}>
        <figcaption>As a search engine shows it</figcaption>
        <p>{location.host + hrefs.product(slug || '…')}</p>
        <p>{cutTo(shown.title, TITLE_LENGTH)}</p>
        <p>{cutTo(shown.text || 'A part of the page that fits the search.', DESCRIPTION_LENGTH)}</p>
      </figure>
    </Fold>
  )
}
