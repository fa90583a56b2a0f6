import { type RefObject, useLayoutEffect, useState } from 'react';

/** Returns the width of a place in rem, to a tenth; 0 until it is there. */
export function useRoom(place: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return;
    const look = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      setRoom(Math.round((element.clientWidth / rem) * 10) / 10);
    };
    look();
    const watch = new ResizeObserver(look);
    watch.observe(element);
    return () => watch.disconnect();
  }, [place]);
  return room;
}

/** Returns a part of a place, which a splitter names in per cent, in rem to a tenth. */
export function partOfRoom(size: number | string | undefined, room: number): number {
  return Math.round((Number(size) / 100) * room * 10) / 10;
}
