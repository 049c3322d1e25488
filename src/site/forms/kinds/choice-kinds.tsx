import { choicesOf, type FormTag, hasOption, integerOption, optionOf } from '../form-tag.ts'
import type { Rule } from '../rules.ts'
import {
  type ControlProps,
  commonAttributes,
  controlClass,
  defaultChoices,
  errorIdOf,
  errorOf,
  type FieldKind,
  initialTexts,
  isRequired,
  postedName,
  Wrap,
} from './field-kind.tsx'

const enumRule = (tag: FormTag): Rule[] =>
  choicesOf(tag).length === 0
    ? []
    : [
        {
          rule: 'enum',
          field: tag.name,
          accept: choicesOf(tag),
          error: 'Undefined value was submitted through this field.',
        },
      ]

/** The field of an own text beside the last choice. */
export const freeTextName = ({ name }: Pick<FormTag, 'name'>): string => `_wpcf7_free_text_${name}`

/** checkbox and radio. The label of each item is a `label`, so that a press on its words counts. */
function Choices({ tag, view }: ControlProps) {
  const isRadio = tag.basetype === 'radio'
  const isExclusive = hasOption(tag, 'exclusive')
  const choices = choicesOf(tag)
  const chosen = initialTexts(tag, view, defaultChoices(tag))
  const error = errorOf(view, tag.name)
  const hasFreeText = hasOption(tag, 'free_text')
  const free = hasFreeText ? chosen.find((text) => !choices.includes(text)) : undefined
  return (
    <Wrap tag={tag} view={view}>
      <span
        className={controlClass(tag, view, isExclusive && 'wpcf7-exclusive-checkbox')}
        id={optionOf(tag, 'id')}
        role={isRadio ? 'radiogroup' : 'group'}
        aria-label={optionOf(tag, 'label')?.replaceAll('_', ' ') ?? nameInWords(tag.name)}
        aria-required={isRadio || undefined}
        aria-invalid={isRadio ? error !== undefined : undefined}
        aria-describedby={error === undefined ? undefined : errorIdOf(view.unitTag, tag.name)}
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
              tabIndex={integerOption(tag, 'tabindex')}
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
                  defaultValue={free ?? ''}
                />
              )}
            </span>
          )
        })}
      </span>
    </Wrap>
  )
}

/** `your-tea-kinds` as people read it. */
export const nameInWords = (name: string): string => name.replace(/^your-/, '').replaceAll(/[-_:]+/g, ' ')

export const choiceKind: FieldKind = {
  rules: (tag, say) => [
    ...(isRequired(tag) ? [{ rule: 'required', field: tag.name, error: say.invalid_required }] : []),
    ...(tag.basetype === 'radio' || hasOption(tag, 'exclusive')
      ? [{ rule: 'maxitems', field: tag.name, threshold: 1, error: 'Too many items are selected.' }]
      : []),
  ],
  lateRules: (tag) => (hasOption(tag, 'free_text') ? [] : enumRule(tag)),
  Control: Choices,
}

const PLEASE_CHOOSE = '—Please choose an option—'

export const selectKind: FieldKind = {
  rules: (tag, say) => (tag.isRequired ? [{ rule: 'required', field: tag.name, error: say.invalid_required }] : []),
  lateRules: enumRule,
  Control({ tag, view }) {
    const choices = choicesOf(tag)
    const isMultiple = hasOption(tag, 'multiple')
    const chosen = initialTexts(tag, view, defaultChoices(tag))
    const hasLabelFirst = hasOption(tag, 'first_as_label')
    const hasBlank = hasOption(tag, 'include_blank') || choices.length === 0
    const items = [
      ...(hasBlank && !hasLabelFirst ? [{ value: '', label: PLEASE_CHOOSE }] : []),
      ...choices.map((choice, index) => ({ value: index === 0 && hasLabelFirst ? '' : choice, label: choice })),
    ]
    return (
      <Wrap tag={tag} view={view}>
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
      </Wrap>
    )
  },
}
