import { useWatch } from 'react-hook-form'
import controls from '../../../../platform/admin/controls.module.css'
import { Fold } from '../../../../platform/admin/fields/fold.tsx'
import { FieldGroup, formFields } from '../../../../platform/admin/fields/form-fields.tsx'
import { preloadRichText, RichText } from '../../../../platform/admin/fields/rich-text.tsx'
import { awaited, useRest } from '../../../../platform/admin/parts.tsx'
import { hrefs, paths } from '../../../../platform/web/routes.ts'
import { kindNames } from '../../facts.ts'
import styles from './product-screen.module.css'
import type { ProductValues } from './product-values.ts'
import { cutTo, DESCRIPTION_LENGTH, TITLE_LENGTH } from './search-result.ts'

const { Field, TextArea, Select, Quantity } = formFields<ProductValues>()
preloadRichText()

/** The texts of a product. A description made of blocks belongs to the page builder; a text saved here replaces it. */
export const Texts = ({ id }: { readonly id: number }) => (
  <FieldGroup title="Texts">
    <TextArea name="short_description" label="Short description" hint="Beside the price, in lists and feeds." />
    {id === 0 ? <Description /> : <UnlessBuilt id={id} />}
    <TextArea name="purchase_note" label="Note for the buyer" hint="On the order page and in its emails." rows={2} />
  </FieldGroup>
)

const Description = () => <RichText name="description" label="Description" />

function UnlessBuilt({ id }: { readonly id: number }) {
  const href = `${paths.restBuilder}/pages/${id}`
  const built = useRest<{ readonly is_built: boolean }>([href], href, awaited).data
  if (!built?.is_built) return <Description />
  return (
    <div data-field="description">
      <p>This product’s description is made of blocks. It is written in the page builder.</p>
      <a className={controls.primary} href={hrefs.pageBuilder(id)}>
        Edit the blocks
      </a>
    </div>
  )
}

const caffeine = Object.entries({ none: 'None', low: 'Low', medium: 'Medium', high: 'High' })
const kinds = Object.entries({ '': 'No tea', ...kindNames })
const decimal = { type: 'number', rules: { valueAsNumber: true }, required: true } as const

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
          <Field name="samovar.facts.steeping.millilitres" label="Water (ml)" {...decimal} />
          <Field name="samovar.facts.steeping.celsius" label="Temperature (°C)" {...decimal} />
          <Field name="samovar.facts.steeping.minutes" label="Minutes" {...decimal} />
          <Quantity name="samovar.facts.steeping.infusions" label="Infusions" min={1} max={100} required />
        </>
      )}
    </Fold>
  )
}

const plainOf = (html: string) => new DOMParser().parseFromString(html, 'text/html').body.textContent

/** Preview of a search result, with the texts as typed. */
export function SearchEngines() {
  const { name, slug, short_description: short, samovar } = useWatch() as ProductValues
  const { seo_title: title, seo_description: text } = samovar
  const fallback = 'A part of the page that fits the search.'
  return (
    <Fold name="seo" title="Search engines" about={title || 'Name and short description'}>
      <Field
        name="samovar.seo_title"
        label="Title in search results"
        hint={`${title.length} of about ${TITLE_LENGTH} characters. Empty: the name.`}
        maxLength={200}
      />
      <TextArea
        name="samovar.seo_description"
        label="Description in search results"
        hint={`${text.length} of about ${DESCRIPTION_LENGTH} characters. Leave it empty to use the short description.`}
        maxLength={500}
      />
      <figure className={styles.result}>
        <figcaption>As a search engine shows it</figcaption>
        <p>{location.host + hrefs.product(slug || '…')}</p>
        <p>
          <strong>{cutTo(title || name || 'Name of the product', TITLE_LENGTH)}</strong>
        </p>
        <p>{cutTo(text || plainOf(short) || fallback, DESCRIPTION_LENGTH)}</p>
      </figure>
    </Fold>
  )
}
