import type { KeyboardEvent, ReactNode } from 'react'

interface ToggleRowProps<Value extends string> {
  /** The accessible name. */
  label: string
  options: readonly { value: Value; label: ReactNode }[]
  /** One that is none of the options leaves all of them off. */
  value: string
  onChange: (value: Value) => void
  className?: string | undefined
  optionClassName?: string | undefined
}

/** Buttons of which at most one is on. The row is one tab stop; arrow keys, Home and End move inside it. */
export function ToggleRow<Value extends string>({
  label,
  options,
  value,
  onChange,
  className,
  optionClassName,
}: ToggleRowProps<Value>) {
  const tabStop = options.some(option => option.value === value) ? value : options[0]?.value
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a border and a minimum width of its own.
    <div role="group" aria-label={label} className={className} onKeyDown={moveFocus}>
      {options.map(option => (
        <button
          key={option.value}
          type="button"
          className={optionClassName}
          aria-pressed={option.value === value}
          tabIndex={option.value === tabStop ? 0 : -1}
          // One option is always selected: pressing it again changes nothing.
          onClick={() => option.value !== value && onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}

const steps: Partial<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = steps[event.key]
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
  if (!(event.target instanceof HTMLButtonElement)) return
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const index = buttons.indexOf(event.target)
  event.preventDefault()
  buttons[step(index, buttons.length)]?.focus()
}
