import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Menu, MenuItem } from '../menu.tsx'
import { Popover } from '../popover.tsx'
import { Tooltip } from '../tooltip.tsx'
import { popups } from './popups.ts'

/** Unloads the popup chunk until the returned function is called, as on a slow connection. */
async function delayPopups() {
  let finishLoading = () => {}
  const gate = new Promise<void>(resolve => {
    finishLoading = resolve
  })
  const real = await popups.load().then(() => popups.loaded.get())
  popups.loaded.set(null)
  onTestFinished(() => popups.loaded.set(real))
  vi.spyOn(popups, 'load').mockImplementation(async () => {
    await gate
    popups.loaded.set(real)
  })
  return finishLoading
}

const settings = (
  <Menu trigger={<button type="button">Account</button>}>
    <MenuItem onSelect={() => undefined}>Settings</MenuItem>
    <MenuItem onSelect={() => undefined}>Sign out</MenuItem>
  </Menu>
)

describe('a trigger whose popup is not loaded', () => {
  it('announces its popup, and opens it once the chunk is loaded', async () => {
    const finishLoading = await delayPopups()
    render(settings)
    const button = screen.getByRole('button', { name: 'Account' })
    expect(button.getAttribute('aria-haspopup')).toBe('menu')
    await userEvent.click(button)
    expect(screen.queryByRole('menu')).toBeNull()
    finishLoading()
    expect(await screen.findByRole('menuitem', { name: 'Settings' })).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Account' }))
  })

  it('focuses the first item when opened by a key', async () => {
    const finishLoading = await delayPopups()
    render(settings)
    await userEvent.tab()
    await userEvent.keyboard('{ArrowDown}')
    finishLoading()
    const first = await screen.findByRole('menuitem', { name: 'Settings' })
    await waitFor(() => expect(document.activeElement).toBe(first))
  })

  it('keeps the focus when the chunk loads without a press', async () => {
    const finishLoading = await delayPopups()
    render(
      <Popover title="Status" trigger={<button type="button">Sources</button>}>
        All is well
      </Popover>,
    )
    const button = screen.getByRole('button', { name: 'Sources' })
    await userEvent.tab()
    finishLoading()
    await waitFor(() => expect(popups.loaded.get()).not.toBeNull())
    expect(document.activeElement).toBe(button)
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Status' })).toBeTruthy()
  })

  it('keeps its own click handler', async () => {
    await delayPopups()
    const press = vi.fn()
    render(
      <Tooltip text="Hides every amount">
        <button type="button" onClick={press}>
          Hide
        </button>
      </Tooltip>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Hide' }))
    expect(press).toHaveBeenCalledTimes(1)
  })
})

describe('a tooltip', () => {
  it('opens on hover, closes on leave, and keeps the same button element', async () => {
    await popups.load()
    render(
      <Tooltip text="Hides every amount">
        <button type="button">Hide</button>
      </Tooltip>,
    )
    const button = screen.getByRole('button', { name: 'Hide' })
    await userEvent.hover(button)
    expect(screen.queryByText('Hides every amount')).toBeNull()
    expect(await screen.findByText('Hides every amount')).toBeTruthy()
    await userEvent.unhover(button)
    await waitFor(() => expect(screen.queryByText('Hides every amount')).toBeNull())
    expect(screen.getByRole('button', { name: 'Hide' })).toBe(button)
  })

  it('opens immediately on keyboard focus, and closes with Esc', async () => {
    await popups.load()
    render(
      <Tooltip text="Hides every amount">
        <button type="button">Hide</button>
      </Tooltip>,
    )
    await userEvent.tab()
    expect(await screen.findByText('Hides every amount')).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByText('Hides every amount')).toBeNull())
  })
})
