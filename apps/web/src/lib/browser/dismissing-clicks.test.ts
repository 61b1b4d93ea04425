import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { swallowDismissingClicks } from './dismissing-clicks.ts'

let stop: () => void
let clicked: string[]

beforeEach(() => {
  clicked = []
  document.body.innerHTML = `
    <table><tbody><tr><td id="cell">A row</td></tr></tbody></table>
    <ul><li><button id="chip" aria-haspopup="listbox">A filter</button></li></ul>
    <button id="save">Save</button>
    <div id="popover" data-side="bottom" role="dialog"><button id="inside">Inside</button></div>`
  for (const id of ['cell', 'chip', 'save', 'inside'])
    document.getElementById(id)?.addEventListener('click', () => clicked.push(id))
  stop = swallowDismissingClicks()
})
afterEach(() => {
  stop()
  document.body.innerHTML = ''
})

function press(id: string): void {
  const target = document.getElementById(id)
  target?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  target?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
}

describe('a click outside an open popover', () => {
  it('does not open the row beneath it, and the next one does', () => {
    document.getElementById('popover')?.setAttribute('data-open', '')
    press('cell')
    expect(clicked).toEqual([])
    document.getElementById('popover')?.removeAttribute('data-open')
    press('cell')
    expect(clicked).toEqual(['cell'])
  })

  it('reaches buttons, other popovers and the popover itself', () => {
    document.getElementById('popover')?.setAttribute('data-open', '')
    for (const id of ['chip', 'save', 'inside']) press(id)
    expect(clicked).toEqual(['chip', 'save', 'inside'])
  })
})
