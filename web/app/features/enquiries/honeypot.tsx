/**
 * A field that no person meets: not to be seen, tabbed to, read out or filled in by the browser. What stands in it
 * was put there by a robot.
 */
export function Honeypot({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <div aria-hidden="true" className="absolute -left-[999rem] size-px overflow-hidden">
      <label>
        Leave this empty
        <input
          type="text"
          name="botfield"
          tabIndex={-1}
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </label>
    </div>
  );
}
