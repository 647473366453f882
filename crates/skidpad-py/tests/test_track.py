"""Tracks."""

import pickle

import numpy as np
import pytest

import skidpad


@pytest.mark.parametrize("name", skidpad.tracks())
def test_tracks_by_name_are_pickled_to_equal_ones(name) -> None:
    track = skidpad.Track(name)
    assert pickle.loads(pickle.dumps(track)) == track and track.name == name


def test_places_are_found_where_the_line_says() -> None:
    track = skidpad.Track.make(7, length_m=2000.0, hills_m=10.0)
    assert track == skidpad.Track.make(7, length_m=2000.0, hills_m=10.0) != skidpad.Track.make(8, length_m=2000.0)
    distance_m = np.linspace(0.0, track.length_m, 500, endpoint=False)
    line = track.at(distance_m)
    # A metre to the left of the line.
    x_m = line["x_m"] - np.sin(line["heading_rad"])
    y_m = line["y_m"] + np.cos(line["heading_rad"])
    along_m, beside_m = track.locate(x_m, y_m)
    assert np.allclose(along_m, distance_m, atol=1e-6) and np.allclose(beside_m, 1.0, atol=1e-6)
    assert (line["left_m"] > 1.0).all() and line["height_m"].max() - line["height_m"].min() > 1.0


def test_a_track_is_a_file(tmp_path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(skidpad.Track("oval").to_toml())
    assert skidpad.Track(path) == skidpad.Track(str(path)) == skidpad.Track("oval")
    assert skidpad.Track(path).at([0, 1])["distance_m"].tolist() == [0.0, 1.0]
    # One number was refused with words about dimensionality.
    assert [skidpad.Track(path).at(one)["distance_m"].tolist() for one in (1, 1.0, np.int64(1), np.array(1.0))] == [[1.0]] * 4


@pytest.mark.parametrize(
    ("wrong", "kind", "words"),
    [
        (lambda: skidpad.Track("ovl"), skidpad.UnknownNameError, "did you mean `oval`"),
        (lambda: skidpad.Track("none.toml"), skidpad.FileError, "file not found: none.toml"),
        (lambda: skidpad.Track.from_text("what?"), skidpad.FileError, "track"),
        (lambda: skidpad.Track.make(-1), skidpad.Error, "seed = -1"),
        (lambda: skidpad.Track.make(1, length_m=10.0), skidpad.Error, "length_m"),
        (lambda: skidpad.Track("oval").at(np.array([np.nan])), skidpad.Error, "distance_m = NaN"),
        (lambda: skidpad.Track("oval").at([[0.0], [1.0]]), skidpad.Error, "a row of numbers"),
        (lambda: skidpad.Track("oval").at("start"), skidpad.Error, "a row of numbers"),
        (lambda: skidpad.Track("oval").locate(np.zeros(2), np.zeros(3)), skidpad.Error, "y_m: has 3 numbers"),
    ],
)
def test_wrong_input_is_answered(wrong, kind, words) -> None:
    with pytest.raises(kind) as error:
        wrong()
    assert words in str(error.value)
