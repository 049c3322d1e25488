import { choicesOf, type FormTag, hasOption, integerOption, optionOf, tagsOfField, templateOf } from '../form-tag.ts'
import {
  type ControlProps,
  commonAttributes,
  controlClass,
  defaultChoices,
  type FieldKind,
  initialTexts,
  postedName,
} from './field-kind.tsx'

/** Name of the free text field beside the last choice. */
export const freeTextName = ({ name }: Pick<FormTag, 'name'>): string => `_wpcf7_free_text_${name}`

/** Checkboxes or radio buttons. Each item is a `label`, so that clicking its text counts. */
function Choices({ tag, view }: ControlProps) {
  const isRadio = tag.basetype === 'radio'
  const choices = choicesOf(tag)
  const chosen = initialTexts(tag, view, defaultChoices(tag))
  const hasFreeText = hasOption(tag, 'free_text')
  const ofField = tagsOfField(templateOf(view.form).tags, tag.name)
  const isChoice = (text: string) => ofField.some((one) => choicesOf(one).includes(text))
  const free = hasFreeText ? chosen.find((text) => !isChoice(text)) : undefined
  // Without script, every group of the field has sent its own free text.
  const typed = view.result?.texts.get(freeTextName(tag))
  const group = ofField.filter((one) => hasOption(one, 'free_text')).indexOf(tag)
  const { tabIndex, 'aria-invalid': isInvalid, ...attributes } = commonAttributes(tag, view)
  return (
    <span
      className={controlClass(tag, view, hasOption(tag, 'exclusive') && 'wpcf7-exclusive-checkbox')}
      role={isRadio ? 'radiogroup' : 'group'}
      aria-label={optionOf(tag, 'label')?.replaceAll('_', ' ') ?? nameInWords(tag.name)}
      {...attributes}
      aria-required={isRadio || undefined}
      aria-invalid={isRadio ? isInvalid : undefined}
    >
      {choices.map((choice, index) => {
        const isLast = index === choices.length - 1
        const isFree = isLast && hasFreeText
        const label = <span className="wpcf7-list-item-label">{choice}</span>
        const input = (
          <input
            type={tag.basetype}
            name={postedName(tag)}
            value={choice}
            defaultChecked={chosen.includes(choice) || (isFree && free !== undefined)}
            tabIndex={tabIndex}
          />
        )
        const classes = ['wpcf7-list-item', index === 0 && 'first', isLast && 'last', isFree && 'has-free-text']
        return (
          <span key={choice} className={classes.filter(Boolean).join(' ')}>
            <label>{hasOption(tag, 'label_first') ? [label, input] : [input, label]}</label>
            {isFree && (
              <input
                type="text"
                name={freeTextName(tag)}
                className="wpcf7-free-text"
                aria-label={`${choice}: your own words`}
                defaultValue={typed?.[group] ?? free ?? ''}
              />
            )}
          </span>
        )
      })}
    </span>
  )
}

/** `your-tea-kinds` becomes 'tea kinds'. */
const nameInWords = (name: string): string => name.replace(/^your-/, '').replaceAll(/[-_:]+/g, ' ')

const isSingle = (tag: FormTag): boolean => tag.basetype === 'radio' || hasOption(tag, 'exclusive')

const choice: FieldKind = {
  rules: (tag) => (isSingle(tag) ? [{ rule: 'maxitems', threshold: 1, error: 'Too many items are selected.' }] : []),
  choices: (tag) => (hasOption(tag, 'free_text') ? 'any' : choicesOf(tag)),
  Control: Choices,
}

const PLEASE_CHOOSE = '—Please choose an option—'

const select: FieldKind = {
  choices: (tag) => choicesOf(tag).slice(hasOption(tag, 'first_as_label') ? 1 : 0),
  Control({ tag, view }) {
    const choices = choicesOf(tag)
    const isMultiple = hasOption(tag, 'multiple')
    const chosen = initialTexts(tag, view, defaultChoices(tag))
    const hasLabelFirst = hasOption(tag, 'first_as_label')
    const hasBlank = hasOption(tag, 'include_blank') || choices.length === 0
    const items = [
      ...(hasBlank && !hasLabelFirst ? [{ value: '', label: PLEASE_CHOOSE }] : []),
      ...choices.map((label, index) => ({ value: index === 0 && hasLabelFirst ? '' : label, label })),
    ]
    return (
      <select
        name={postedName(tag)}
        className={controlClass(tag, view)}
        multiple={isMultiple}
        size={integerOption(tag, 'size')}
        autoComplete={optionOf(tag, 'autocomplete')}
        defaultValue={isMultiple ? [...chosen] : (chosen[0] ?? items[0]?.value)}
        {...commonAttributes(tag, view)}
      >
        {items.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    )
  },
}

export const choiceKinds: Record<string, FieldKind> = { checkbox: choice, radio: choice, select }
