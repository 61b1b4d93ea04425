/** Popovers and lists that close with a press outside. Dialogs have a backdrop, and tooltips are no dialogs. */
const openPopup = '[data-open][data-side]:is([role=dialog], [role=listbox])'
const popup = '[data-side]'
/** What opens something when it is clicked anywhere. */
const row = 'tr, li, [data-line]'
/** Controls with a popup of their own react to the press that closes another one. */
const trigger = '[aria-haspopup]'

/** A click that closes a popover does not also open the row beneath it. @returns a function that stops this. */
export function swallowDismissingClicks(): () => void {
  let isDismissing = false
  const press = ({ target }: PointerEvent) => {
    isDismissing =
      target instanceof Element &&
      document.querySelector(openPopup) !== null &&
      target.closest(popup) === null &&
      target.closest(trigger) === null &&
      target.closest(row) !== null
  }
  const click = (event: MouseEvent) => {
    if (!isDismissing) return
    isDismissing = false
    event.stopPropagation()
    event.preventDefault()
  }
  document.addEventListener('pointerdown', press, true)
  document.addEventListener('click', click, true)
  return () => {
    document.removeEventListener('pointerdown', press, true)
    document.removeEventListener('click', click, true)
  }
}
