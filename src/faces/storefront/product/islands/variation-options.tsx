import { type Choices, matchingVariations } from '../../../../shop/catalog/match-variation.ts'
import type { VariationData } from '../../../../shop/catalog/variation-data.tsx'
import type { VariationAttribute, VariationSummary } from './purchase-props.ts'
import styles from './variation-options.module.css'

/** Full variation data includes the price, summaries do not. */
type Variation = VariationSummary | VariationData

type VariationOptionsProps = {
  attributes: readonly VariationAttribute[]
  variations: readonly Variation[]
  choices: Choices
  /** With script, unavailable options are disabled; without, the server reports them. */
  isHydrated: boolean
  onChoose: (slug: string, value: string) => void
  onReset: () => void
}

/** The selects are the form controls and work without script; with script, chips with prices cover them. */
export const VariationOptions = ({ onReset, ...props }: VariationOptionsProps) => (
  <>
    <table className={`variations ${styles.rows}`} role="presentation">
      <tbody>
        {props.attributes.map((attribute) => (
          <Row key={attribute.slug} {...props} attribute={attribute} />
        ))}
      </tbody>
    </table>
    <a
      className="reset_variations"
      href="#"
      aria-label="Clear options"
      hidden={!props.attributes.some(({ slug }) => props.choices[slug])}
      onClick={(event) => {
        event.preventDefault()
        onReset()
      }}
    >
      Clear
    </a>
  </>
)

type RowProps = Omit<VariationOptionsProps, 'onReset'> & { attribute: VariationAttribute }

function Row({ attribute, attributes, variations, choices, isHydrated, onChoose }: RowProps) {
  const { slug, label } = attribute
  const field = `attribute_${slug}`
  const options = attribute.options.map((option) => {
    const possible = matchingVariations(variations, { ...choices, [slug]: option.slug })
    const isChosen = choices[slug] === option.slug
    return { ...option, possible, isChosen, isDisabled: possible.length === 0 && !isChosen }
  })
  return (
    <tr>
      <th className="label">
        <label htmlFor={slug}>{label}</label>
      </th>
      <td className="value">
        <select
          id={slug}
          name={field}
          data-attribute_name={field}
          data-show_option_none="yes"
          value={choices[slug] ?? ''}
          onChange={(event) => onChoose(slug, event.target.value)}
        >
          <option value="">Choose an option</option>
          {options.map((option) => (
            <option
              key={option.slug}
              value={option.slug}
              className={option.possible.length > 0 ? 'attached enabled' : 'attached'}
              disabled={isHydrated && option.isDisabled}
            >
              {option.name}
            </option>
          ))}
        </select>
        <fieldset>
          <legend className="screen-reader-text">{label}</legend>
          {options.map(({ slug: value, name, style, possible, isChosen, isDisabled }) => (
            <label key={value} className={possible.some(isInStock) ? undefined : styles.gone}>
              <input
                type="radio"
                name={`chip_${slug}`}
                form="not-sent"
                value={value}
                checked={isChosen}
                disabled={isDisabled}
                onChange={() => onChoose(slug, value)}
              />
              {style && <i style={style} />}
              <strong>{name}</strong>
              <small>{possible.length > 0 ? offerOf(possible) : reasonFor(slug, attributes, choices)}</small>
            </label>
          ))}
        </fieldset>
      </td>
    </tr>
  )
}

const isInStock = ({ is_in_stock: isThere }: Variation) => isThere

/** 'Sold out', or the price if only one variation is left. */
function offerOf(possible: readonly Variation[]) {
  if (!possible.some(isInStock)) return 'Sold out'
  const [only, another] = possible
  if (!only || another || !('price_html' in only)) return null
  return <span dangerouslySetInnerHTML={{ __html: only.price_html }} />
}

/** 'Not with 250 g': the selected option that excludes this one. */
function reasonFor(slug: string, attributes: readonly VariationAttribute[], choices: Choices): string {
  const otherAttributes = attributes.filter((other) => other.slug !== slug && choices[other.slug])
  const names = otherAttributes.map(
    (other) => other.options.find((option) => option.slug === choices[other.slug])?.name ?? other.label,
  )
  return names.length === 0 ? 'Not available' : `Not with ${names.join(', ')}`
}
