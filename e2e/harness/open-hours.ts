/**
 * Hours of the day in Berlin, three hours or more away from now. The first and the last moment at which a call can begin are whole days
 * away: none of these hours passes one of them while a journey runs, and the first day has them all.
 */
export function quietHours(): { from: string; until: string } {
  const clock = new Intl.DateTimeFormat('en', {
    hour: 'numeric',
    hourCycle: 'h23',
    timeZone: 'Europe/Berlin',
  });
  const hour = Number(clock.format());
  return hour >= 6 && hour < 14 ? { from: '19:00', until: '21:00' } : { from: '09:00', until: '11:00' };
}
