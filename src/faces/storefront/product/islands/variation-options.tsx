import { type Choices, matchingVariations } from '../../../../shop/catalog/match-variation.ts'
import type { VariationData } from '../../../../shop/catalog/variation-data.tsx'
import type { VariationAttribute, VariationSummary } from './purchase-props.ts'
import styles from './variation-options.module.css'

type VariationOptionsProps = {
  attributes: readonly VariationAttribute[]
  /** Full variation data includes the price, summaries do not. */
  variations: readonly (VariationSummary | VariationData)[]
  choices: Choices
  /** With script, unavailable options are disabled; without, the server reports them. */
  isHydrated: boolean
  onChoose: (slug: string, value: string) => void
  onReset: () => void
}

/** The selects are the form controls and work without script; with script, chips with prices cover them. */
export function VariationOptions(props: VariationOptionsProps) {
  const { attributes, variations, choices, isHydrated, onChoose, onReset } = props
  const isAnyChosen = attributes.some((attribute) => choices[attribute.slug])
  return (
    <>
      <table className={`variations ${styles.rows}`} role="presentation">
        <tbody>
          {attributes.map((attribute) => {
            const options = attribute.options.map((option) => {
              const possible = matchingVariations(variations, { ...choices, [attribute.slug]: option.slug })
              return { ...option, possible, isChosen: choices[attribute.slug] === option.slug }
            })
            return (
              <tr key={attribute.slug}>
                <th className="label">
                  <label htmlFor={attribute.slug}>{attribute.label}</label>
                </th>
                <td className="value">
                  <select
                    id={attribute.slug}
                    name={`attribute_${attribute.slug}`}
                    data-attribute_name={`attribute_${attribute.slug}`}
                    data-show_option_none="yes"
                    value={choices[attribute.slug] ?? ''}
                    onChange={(event) => onChoose(attribute.slug, event.target.value)}
                  >
                    <option value="">Choose an option</option>
                    {options.map(({ slug, name, possible, isChosen }) => (
                      <option
                        key={slug}
                        value={slug}
                        className={possible.length > 0 ? 'attached enabled' : 'attached'}
                        disabled={isHydrated && possible.length === 0 && !isChosen}
                      >
                        {name}
                      </option>
                    ))}
                  </select>
                  <fieldset>
                    <legend className="screen-reader-text">{attribute.label}</legend>
                    {options.map((option) => (
                      <OptionChip
                        key={option.slug}
                        {...option}
                        attribute={attribute.slug}
                        reason={unavailableReasonFor(attribute.slug, attributes, choices)}
                        onChoose={() => onChoose(attribute.slug, option.slug)}
                      />
                    ))}
                  </fieldset>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <a
        className={`reset_variations ${styles.reset}`}
        href="#"
        aria-label="Clear options"
        hidden={!isAnyChosen}
        onClick={(event) => {
          event.preventDefault()
          onReset()
        }}
      >
        Clear
      </a>
    </>
  )
}

/** 'Not with 250 g': the selected option that excludes this one. */
function unavailableReasonFor(slug: string, attributes: readonly VariationAttribute[], choices: Choices): string {
  const others = attributes.filter((other) => other.slug !== slug && choices[other.slug])
  const names = others.map(
    (other) => other.options.find((option) => option.slug === choices[other.slug])?.name ?? other.label,
  )
  return names.length === 0 ? 'Not available' : `Not with ${names.join(', ')}`
}

type OptionChipProps = {
  attribute: string
  slug: string
  name: string
  possible: readonly (VariationSummary | VariationData)[]
  isChosen: boolean
  reason: string
  onChoose: () => void
}

function OptionChip({ attribute, slug, name, possible, isChosen, reason, onChoose }: OptionChipProps) {
  const isUnavailable = possible.length === 0
  const isSoldOut = !isUnavailable && !possible.some((variation) => variation.is_in_stock)
  const [only] = possible.length === 1 ? possible : []
  return (
    <label className={isUnavailable || isSoldOut ? styles.gone : undefined}>
      <input
        type="radio"
        name={`chip_${attribute}`}
        form="not-sent"
        value={slug}
        checked={isChosen}
        disabled={isUnavailable && !isChosen}
        onChange={onChoose}
      />
      <strong>{name}</strong>
      <small>
        {isUnavailable && reason}
        {isSoldOut && 'Sold out'}
        {!isUnavailable && !isSoldOut && only && 'price_html' in only && (
          <span dangerouslySetInnerHTML={{ __html: only.price_html }} />
        )}
      </small>
    </label>
  )
}
