import { type Choices, stillPossible } from '../match-variation.ts'
import styles from './choice-rows.module.css'
import type { ChoiceAttribute, PurchaseProps } from './purchase-props.ts'

type ChoiceRowsProps = {
  attributes: readonly ChoiceAttribute[]
  variations: PurchaseProps['variations']
  choices: Choices
  onChoose: (slug: string, value: string) => void
  onReset: () => void
}

/**
 * What there is to choose. The selects are the real controls and all there is without script; with script, chips stand
 * in front of them and say the price of each choice.
 */
export function ChoiceRows({ attributes, variations, choices, onChoose, onReset }: ChoiceRowsProps) {
  const isAnyChosen = attributes.some((attribute) => choices[attribute.slug])
  return (
    <>
      <table className={`variations ${styles.rows}`} role="presentation">
        <tbody>
          {attributes.map((attribute) => (
            <tr key={attribute.slug}>
              <th className={`label ${styles.label}`}>
                <label htmlFor={attribute.slug}>{attribute.label}</label>
              </th>
              <td className="value">
                <select
                  id={attribute.slug}
                  name={`attribute_${attribute.slug}`}
                  data-attribute_name={`attribute_${attribute.slug}`}
                  data-show_option_none="yes"
                  className={styles.select}
                  value={choices[attribute.slug] ?? ''}
                  onChange={(event) => onChoose(attribute.slug, event.target.value)}
                >
                  <option value="">Choose an option</option>
                  {attribute.options.map((option) => (
                    <option key={option.slug} value={option.slug}>
                      {option.name}
                    </option>
                  ))}
                </select>
                <Chips attribute={attribute} variations={variations} choices={choices} onChoose={onChoose} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <a
        className={`reset_variations ${styles.reset}`}
        href="#"
        aria-label="Clear options"
        hidden={!isAnyChosen || attributes.length < 2}
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

function Chips({
  attribute,
  variations,
  choices,
  onChoose,
}: Omit<ChoiceRowsProps, 'attributes' | 'onReset'> & { attribute: ChoiceAttribute }) {
  const { slug, label, options } = attribute
  return (
    <fieldset className={styles.chips}>
      <legend className="screen-reader-text">{label}</legend>
      {options.map((option) => {
        const possible = stillPossible(variations, slug, option.slug, choices)
        const canBeHad = possible.some((variation) => variation.is_in_stock)
        const only = possible.length === 1 ? possible[0] : undefined
        return (
          <label key={option.slug} className={`${styles.chip} ${canBeHad ? '' : styles.gone}`}>
            <input
              type="radio"
              name={`chip_${slug}`}
              form="not-sent"
              value={option.slug}
              checked={choices[slug] === option.slug}
              disabled={possible.length === 0}
              onChange={() => onChoose(slug, option.slug)}
            />
            <span className={styles.chipName}>{option.name}</span>
            <span className={styles.chipNote}>
              {!canBeHad ? (
                possible.length === 0 ? (
                  'Not made'
                ) : (
                  'Sold out'
                )
              ) : only ? (
                <span dangerouslySetInnerHTML={{ __html: only.price_html }} />
              ) : null}
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
